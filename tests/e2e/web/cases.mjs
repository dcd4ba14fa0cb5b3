// One case a run: node cases.mjs NAME ADDRESS [PICTURE] [CODE]

import assert from "node:assert/strict";
import {ARABIC, PRICE, ask, focused, open, overflow} from "./browser.mjs";

const [name, url, picture, code] = process.argv.slice(2);

const cases = {
  async welcome() {
    const {page, close} = await open(url, {locale: "ar-DZ"});
    await page.waitForSelector(".choices button");
    assert.match(await page.locator(".message").first().innerText(), /مرحب/);
    await page.locator(".choices button").first().click();
    await page.waitForSelector(".foot");
    await close();
  },

  async french() {
    const {page, close} = await open(url);
    const answer = await ask(page, PRICE);
    assert.match(await answer.innerText(), /2\u202f460[ \u00a0]DA/);
    await answer.locator(".cite").first().click();
    await page.waitForSelector("tr.used");
    assert.equal(await page.locator("td.answers mark").innerText(), "2 460");
    assert.equal(await page.locator("tr.used").count(), 1);
    assert.equal(await focused(page), "sources-title");
    assert.equal(await page.locator("mark").filter({hasText: /^2$/}).count(), 0);
    await page.screenshot({path: picture});
    await close();
  },

  async arabic() {
    const {page, close} = await open(url, {locale: "ar-DZ", scheme: "dark"});
    assert.equal(await page.getAttribute("html", "dir"), "rtl");
    const answer = await ask(page, ARABIC);
    const line = answer.locator("p").first();
    assert.equal(await line.evaluate((place) => getComputedStyle(place).direction), "rtl");
    await answer.locator(".cite").last().click();
    await page.waitForSelector("#passage mark");
    const french = await ask(page, PRICE);
    assert.equal(await french.locator("p").first().evaluate((place) => getComputedStyle(place).direction), "ltr");
    await page.screenshot({path: picture});
    await close();
  },

  async vote() {
    const {page, close} = await open(url);
    let answer = await ask(page, PRICE);
    await answer.locator(".foot button").first().click();
    await page.waitForSelector('.foot button[aria-pressed="true"]');
    await page.reload();
    await page.waitForSelector('.foot button[aria-pressed="true"]');
    answer = page.locator(".message:has(.foot)").last();
    await answer.locator(".foot button").nth(1).click();
    await answer.locator(".choices button").last().click();
    await answer.locator("form input").fill("il manque l'option");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /remarque/.test([...document.querySelectorAll(".foot")].at(-1).innerText));
    await close();
  },

  async history() {
    const {page, close} = await open(url);
    await ask(page, PRICE);
    await page.reload();
    await page.waitForSelector(".question");
    const shown = page.locator(".message:has(.foot)").last();
    await shown.locator(".cite").first().click();
    await page.waitForSelector("tr.used");
    await close();
  },

  async fault() {
    const {page, close} = await open(url);
    await page.waitForSelector(".message");
    await page.route("**/api/say", (route) => route.abort());
    await page.fill("#question", PRICE);
    await page.keyboard.press("Enter");
    const told = page.locator(".message.wrong");
    assert.match(await told.innerText(), /ne répond pas/);
    assert.equal(await told.getAttribute("role"), "alert");
    await page.screenshot({path: picture});
    await page.unroute("**/api/say");
    await told.getByRole("button").click();
    await page.waitForFunction(() => /2\u202f460/.test([...document.querySelectorAll(".message")].at(-1).innerText));
    assert.equal(await page.locator(".question").last().innerText(), PRICE);
    await page.fill("#question", "?!");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /avec des mots/.test(document.querySelector(".message.wrong")?.innerText ?? ""));
    await close();
  },

  async phone() {
    const {page, close} = await open(url, {width: 360, height: 740});
    const answer = await ask(page, PRICE);
    assert.equal(await overflow(page), 0);
    await answer.locator(".cite").first().click();
    await page.waitForSelector("#sources.open tr.used");
    assert.equal(await overflow(page), 0);
    await page.screenshot({path: picture});
    await page.click("#close-sources");
    assert.match(await focused(page), /cite/);
    await page.click("#switch");
    assert.equal(await page.getAttribute("html", "lang"), "ar");
    assert.equal(await overflow(page), 0);
    for (const tab of ["documents", "review", "people", "audit", "health"]) {
      if (tab === "documents") await page.click("#open-admin");
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(200);
      assert.equal(await overflow(page), 0, tab);
    }
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("#admin button, .foot button, #send")].filter((button) => {
        const {width, height} = button.getBoundingClientRect();
        return height && (height < 40 || width < 24);
      }).length);
    assert.equal(small, 0);
    await close();
  },

  async keyboard() {
    const {page, close} = await open(url);
    await page.waitForSelector(".message");
    await page.waitForFunction(() => document.activeElement.id === "question");
    await page.keyboard.type(PRICE);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".cite");
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    for (let presses = 0; !/cite/.test(await focused(page)); presses += 1) {
      assert.ok(presses < 20, "the citation is reached");
      await page.keyboard.press("Shift+Tab");
    }
    await page.keyboard.press("Enter");
    await page.waitForSelector("tr.used");
    assert.equal(await focused(page), "sources-title");
    await page.keyboard.press("Escape");
    assert.match(await focused(page), /cite/);
    await page.focus("#open-admin");
    await page.keyboard.press("Enter");
    await page.focus("#tab-documents");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), "tab-review");
    await page.waitForFunction(() => !document.querySelector("#panel-review").hidden);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("#admin").open);
    assert.equal(await focused(page), "open-admin");
    await close();
  },

  async names() {
    const {page, close} = await open(url);
    const answer = await ask(page, PRICE);
    await answer.locator(".foot button").nth(1).click();
    await page.click("#open-settings");
    await page.waitForTimeout(200);
    for (const dialog of ["settings", "admin"]) {
      await page.evaluate((id) => { document.querySelector("dialog[open]")?.close(); document.getElementById(id).showModal(); }, dialog);
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("button, input, select, textarea, [role=region], dialog, progress, aside, section[role]")]
          .filter((item) => !(item.innerText?.trim() || item.getAttribute("aria-label") || item.getAttribute("aria-labelledby") || item.labels?.length))
          .map((item) => item.outerHTML));
      assert.deepEqual(nameless, []);
    }
    const landmarks = await page.evaluate(() => ["header", "main", "aside", "nav", "[role=log]", "[role=status]"].filter((tag) => !document.querySelector(tag)));
    assert.deepEqual(landmarks, []);
    const ids = await page.evaluate(() => [...document.querySelectorAll("[aria-controls]")].filter((item) => !document.getElementById(item.getAttribute("aria-controls"))).length);
    assert.equal(ids, 0);
    await close();
  },

  async settings() {
    const {page, close} = await open(url);
    await page.waitForSelector(".message");
    await page.click("#open-settings");
    await page.selectOption("#answer-language", "ar");
    await page.waitForFunction(() => /بالعربية/.test(document.querySelector("#settings-said").innerText));
    await page.selectOption("#scope", "Offres");
    await page.waitForFunction(() => /Offres/.test(document.querySelector("#settings-said").innerText));
    await page.keyboard.press("Escape");
    const answer = await ask(page, PRICE);
    assert.equal(await answer.getAttribute("lang"), "ar");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#scope").value === "Offres");
    assert.equal(await page.locator("#answer-language").inputValue(), "ar");
    await close();
  },

  async stop() {
    const {page, close} = await open(url);
    await page.waitForSelector(".message");
    await page.route("**/api/say", () => {}); // it never answers
    await page.fill("#question", PRICE);
    await page.keyboard.press("Enter");
    await page.click("#stop");
    assert.match(await page.locator(".message.wrong").innerText(), /Arrêté/);
    assert.ok(await page.isVisible("#send"));
    await close();
  },

  async reindex() {
    const {page, close} = await open(url);
    await page.click("#open-admin");
    await page.setInputFiles("#upload-file", {name: "vide.pdf", mimeType: "application/pdf", buffer: Buffer.from("rien")});
    await page.click("#upload-form button");
    await page.waitForFunction(() => /correspond pas/.test(document.querySelector("#upload-said").innerText));
    const text = "# Offre Azur\n\n## Tarifs\n\nL'offre Azur coûte 7 150 DA par mois.\n";
    await page.setInputFiles("#upload-file", {name: "Offre Azur.md", mimeType: "text/markdown", buffer: Buffer.from(text)});
    await page.fill("#upload-folder", "Offres");
    await page.click("#upload-form button");
    await page.waitForSelector("#confirm");
    assert.match(await page.locator("#waiting").innerText(), /Offres\/Offre Azur\.md/);
    await page.click("#confirm");
    await page.waitForSelector("#reindex-bar", {state: "visible"});
    await page.waitForFunction(() => /Terminé/.test(document.querySelector("#reindex-said").innerText), null, {timeout: 90_000});
    await page.screenshot({path: picture});
    await page.click("#reindex");
    await page.waitForFunction(() => /Terminé/.test(document.querySelector("#reindex-said").innerText), null, {timeout: 90_000});
    await page.keyboard.press("Escape");
    await close();
  },

  // A vote goes down, an admin makes an evaluation question of it by keyboard, and puts another aside.
  async review() {
    const {page, close} = await open(url);
    for (const question of [PRICE, "tarif Rimal Fibre Résidentiel 750 mega"]) {
      const answer = await ask(page, question);
      await answer.locator(".foot button").nth(1).click();
      await answer.locator(".choices button").first().click();
      await page.waitForFunction(() => /remarque/.test([...document.querySelectorAll(".foot")].at(-1).innerText));
    }
    await page.click("#open-admin");
    await page.focus("#tab-documents");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".judged");
    assert.equal(await page.locator(".judged").count(), 2);
    const opener = page.locator(".opener").filter({hasText: PRICE});
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".detail form");
    assert.equal(await opener.getAttribute("aria-expanded"), "true");
    const form = page.locator(".detail form");
    assert.match(await page.locator(".detail:visible").innerText(), /Mauvais chiffre/);
    assert.match(await page.locator(".detail blockquote").innerText(), /2\u202f460/);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("#panel-review button, #panel-review input, #panel-review textarea, #panel-review select")]
        .filter((item) => !(item.innerText?.trim() || item.getAttribute("aria-label") || item.labels?.length)).length);
    assert.equal(nameless, 0);
    await page.screenshot({path: picture});

    await form.locator('button[type="submit"]').press("Enter");
    await page.waitForFunction(() => /Cochez/.test(document.querySelector(".detail .error").innerText));
    await form.locator('input[type="checkbox"]').first().press(" ");
    await form.locator("textarea").first().fill("9 999 999");
    await form.locator('button[type="submit"]').click();
    await page.waitForFunction(() => /« 9 999 999 »/.test(document.querySelector(".detail .error").innerText));
    await form.locator("textarea").first().fill("2 460 | 2460");
    await form.locator("textarea").last().fill("5 000");
    await form.locator('input[type="text"]').first().fill("Quel est le tarif fibre locataire 110 Mbps ?");
    await form.locator('button[type="submit"]').click();
    await page.waitForFunction(() => /questions d'évaluation/.test(document.querySelector("#review-said").innerText));
    await page.waitForFunction(() => document.activeElement.id === "review-said");
    assert.equal(await page.locator(".judged").count(), 1);

    await page.locator(".opener").click();
    await page.getByRole("button", {name: "Écarter", exact: true}).click();
    await page.waitForFunction(() => /Rien ici/.test(document.querySelector("#review-list").innerText));
    await page.selectOption("#review-show", "discarded");
    await page.waitForSelector(".judged");
    await page.locator(".opener").click();
    await page.getByRole("button", {name: "Rouvrir"}).click();
    await page.waitForFunction(() => /de nouveau/.test(document.querySelector("#review-said").innerText));
    await close();
  },

  // The same list on a phone, in Arabic and in the dark, with the pictures of the evaluations.
  async review_phone() {
    const {page, close} = await open(url, {width: 360, height: 740, locale: "ar-DZ", scheme: "dark"});
    const answer = await ask(page, ARABIC);
    await answer.locator(".foot button").nth(1).click();
    await page.waitForSelector(".message .choices button");
    await page.click("#open-admin");
    await page.click("#tab-review");
    await page.waitForSelector(".judged");
    await page.locator(".opener").first().click();
    await page.waitForSelector(".detail form");
    assert.equal(await overflow(page), 0);
    assert.equal(await page.evaluate(() => document.querySelector("#admin").scrollWidth - document.querySelector("#admin").clientWidth), 0);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("#panel-review button, #panel-review .check, #panel-review summary")].filter((place) => {
        const {height} = place.getBoundingClientRect();
        return height && height < 40;
      }).length);
    assert.equal(small, 0);
    await page.screenshot({path: picture});
    await page.locator(".detail form").scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector(".detail form").scrollIntoView({block: "start"}));
    await page.screenshot({path: picture.replace(".png", "-form.png")});
    await close();
  },

  async trend() {
    for (const look of [{}, {width: 360, height: 740, locale: "ar-DZ", scheme: "dark"}]) {
      const {page, close} = await open(url, look);
      await page.waitForSelector(".message");
      await page.click("#open-admin");
      await page.click("#tab-health");
      await page.waitForSelector(".trends img");
      await page.waitForFunction(() => [...document.querySelectorAll(".trends img")].every((image) => image.complete && image.naturalWidth));
      assert.equal(await page.locator(".trends img").count(), 6);
      assert.match(await page.locator(".trends img").first().getAttribute("alt"), /\d/);
      assert.equal(await overflow(page), 0);
      await page.evaluate(() => document.querySelector("#trend").scrollIntoView({block: "start"}));
      await page.screenshot({path: look.width ? picture.replace(".png", "-phone.png") : picture});
      await page.keyboard.press("Escape");
      await page.fill("#question", look.width ? "/إحصائيات" : "/stats");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".message .trends img");
      assert.equal(await overflow(page), 0);
      await close();
    }
  },

  async trend_none() {
    const {page, close} = await open(url);
    await page.waitForSelector(".message");
    await page.click("#open-admin");
    await page.click("#tab-health");
    await page.waitForFunction(() => /Aucune évaluation/.test(document.querySelector("#trend").innerText));
    await close();
  },

  async people() {
    const {page, close} = await open(url);
    await page.click("#open-admin");
    await page.click("#tab-people");
    await page.click("#invite-agent");
    await page.waitForFunction(() => /#[A-Z0-9]{5}-[A-Z0-9]{5}/.test(document.querySelector("#people-said").innerText));
    const said = await page.locator("#people-said").innerText();
    await close();
    const guest = await open(`${url}#${/#([A-Z0-9-]{11})/.exec(said)[1]}`);
    await guest.page.waitForSelector("#question");
    await guest.close();
  },

  async enter() {
    const {page, close} = await open(url);
    await page.waitForSelector("#enter-code");
    assert.equal(await page.isVisible("#question"), false);
    await page.fill("#enter-code", "AAAAA-AAAAA");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /ne connais pas ce code/.test(document.querySelector("#enter-error").innerText));
    await page.screenshot({path: picture});
    await page.fill("#enter-code", code);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#question");
    assert.equal(await page.isVisible("#open-admin"), false);
    await ask(page, PRICE);
    await page.click("#open-settings");
    await page.click("#leave");
    await page.waitForSelector("#enter-code");
    await close();
  },
};

await cases[name]();
