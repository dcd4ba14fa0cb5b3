// Drives the Agents Playground in headless Chromium: one JSON object a line on stdin says what to do, one on stdout
// what came of it. Requests to other hosts are aborted and counted.
const { chromium } = require('playwright-core');
const readline = require('readline');

const HERE = ['localhost', '127.0.0.1'];
const SWITCHES = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];
const POPUP = '[role=tooltip], .fui-PopoverSurface, .fai-Reference, [data-popper-placement]';
const EDITOR = '[data-lexical-editor=true]';

// Every message on the page as a person sees it, the oldest first. Runs in the page.
function readMessages() {
  const clean = (node) => (node ? node.innerText.trim() : '');
  return [...document.querySelectorAll('[aria-label="Message header"]')].map((header) => {
    const whole = header.parentElement;
    return {
      author: clean(header.querySelector('[aria-label="Message author"]')),
      labelled: Boolean(header.querySelector('.fai-AiGeneratedDisclaimer')),
      text: clean(whole),
      citations: whole.querySelectorAll('a.fai-Citation').length,
      thumbs: whole.parentElement.querySelectorAll('.fai-FeedbackButtons').length,
      buttons: [...whole.querySelectorAll('.ac-adaptiveCard button')].map(clean),
      pictures: [...whole.querySelectorAll('img')].filter((image) => image.naturalWidth > 500).length,
      rtl: Boolean(whole.querySelector('.ac-adaptiveCard[dir=rtl]')),
    };
  });
}

class Client {
  constructor(browser, page, elsewhere) {
    this.browser = browser;
    this.page = page;
    this.elsewhere = elsewhere;
  }

  static async start() {
    const browser = await chromium.launch({ executablePath: process.argv[2], args: SWITCHES });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const elsewhere = new Set();
    await page.route('**/*', (route) => {
      const host = new URL(route.request().url()).hostname;
      if (HERE.includes(host)) return route.continue();
      elsewhere.add(host);
      return route.abort();
    });
    page.setDefaultTimeout(20000);
    return new Client(browser, page, elsewhere);
  }

  async open({ url }) {
    await this.page.goto(url);
    await this.page.waitForSelector(EDITOR);
  }

  // In a group `mention` is the bot's name, chosen from the list that `@` opens.
  async say({ text, mention }) {
    await this.page.locator(EDITOR).click();
    if (mention) {
      await this.page.keyboard.type('@');
      const named = { name: mention };
      await this.page.getByRole('option', named).or(this.page.getByRole('menuitem', named)).first().click();
    }
    await this.page.keyboard.insertText(text);
    await this.page.getByRole('button', { name: 'Send Message' }).click();
  }

  messages() {
    return this.page.evaluate(readMessages);
  }

  async go({ to }) {
    await this.page.getByRole('treeitem', { name: to }).click();
    await this.page.waitForSelector(EDITOR);
  }

  async press({ label }) {
    await this.page.getByRole('button', { name: label, exact: true }).last().click();
  }

  // Write into the text field of the last card.
  async fill({ text }) {
    await this.page.locator('.ac-adaptiveCard textarea').last().fill(text);
  }

  async rate({ thumb, comment }) {
    await this.page.getByRole('button', { name: thumb, exact: true }).last().click();
    const dialog = this.page.locator('[role=dialog]');
    await dialog.locator('textarea').fill(comment);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }

  // What pops up over the last citation.
  async hover() {
    await this.page.locator('a.fai-Citation').last().hover();
    const shown = this.page.locator(POPUP).last();
    await shown.waitFor();
    return shown.innerText();
  }

  async shot({ path }) {
    await this.page.screenshot({ path });
  }

  // The conversation alone, without the lists and the log beside it.
  async photograph({ path, height }) {
    await this.page.setViewportSize({ width: 1280, height });
    await this.page.waitForTimeout(500);
    const messages = await this.page.locator('[aria-label="Message header"]').first().locator('..').boundingBox();
    const field = await this.page.locator(EDITOR).boundingBox();
    await this.page.mouse.move(0, 0);
    const clip = { x: 331, y: Math.max(56, messages.y - 24), width: 618, height: 0 };
    const last = await this.page.locator('.fai-FeedbackButtons, .ac-adaptiveCard').last().boundingBox();
    clip.height = Math.min(field.y, last.y + last.height + 40) - clip.y;
    await this.page.screenshot({ path, clip });
  }

  hosts() {
    return [...this.elsewhere];
  }
}

async function main() {
  const client = await Client.start();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { what, ...how } = JSON.parse(line);
    let told;
    try {
      told = { done: (await client[what](how)) ?? null };
    } catch (error) {
      told = { failed: String(error) };
    }
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
  await client.browser.close();
}

main();
