// A person before a real browser: what they do, and what they see.

import {chromium} from "playwright-core";

export const PRICE = "tarif fibre locataire 110 Mbps";
export const ARABIC = "كيف يتم إلغاء بيع مودم؟";

export async function open(url, {width = 1200, height = 800, locale = "fr-FR", scheme = "light"} = {}) {
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"]});
  const page = await browser.newPage({viewport: {width, height}, locale, colorScheme: scheme});
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin)) faults.push(`asked elsewhere: ${request.url()}`);
  });
  page.setDefaultTimeout(Number(process.env.PATIENCE_MS ?? 45_000));
  await page.goto(url);
  const close = async () => {
    await browser.close();
    if (faults.length) throw new Error(faults.join("\n"));
  };
  return {page, close};
}

export async function ask(page, text) {
  const before = await page.locator(".foot").count();
  await page.fill("#question", text);
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".foot").length > count, before);
  return page.locator(".message:has(.foot)").last();
}

export const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.className);

export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
