// What admins see: documents and the reindex, votes, people, contradictions, health.

import {call, events} from "./api.js";
import {$, el, lines, show} from "./dom.js";
import {showTrend} from "./evaluations.js";
import {showReview, startReview} from "./review.js";
import {fillScopes, run} from "./settings.js";
import {command, t} from "./texts.js";

export function startAdmin() {
  $("open-admin").addEventListener("click", () => {
    $("admin").showModal();
    openTab($("tab-documents"));
  });
  const tabs = [...$("admin").querySelectorAll('[role="tab"]')];
  for (const tab of tabs) {
    tab.addEventListener("click", () => openTab(tab));
    tab.addEventListener("keydown", (event) => {
      const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
      const step = {[forward]: 1, [forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight"]: -1}[event.key];
      if (!step) return;
      const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      next.focus();
      openTab(next);
    });
  }
  startDocuments();
  startReview();
  startPeople();
  $("audit-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    await run(command("audit", `${$("audit-id").value.trim()} ${$("audit-verdict").value}`), $("audit-said"));
  });
  $("health-refresh").addEventListener("click", showHealth);
  $("clear-cache").addEventListener("click", async () => {
    try {
      const {cleared} = await call("POST", "/api/cache", {clear: true});
      show($("health-said"), t("cleared", {count: cleared}));
    } catch (error) {
      show($("health-said"), error.message);
    }
  });
}

function openTab(chosen) {
  for (const tab of $("admin").querySelectorAll('[role="tab"]')) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
  }
  const open = {
    "tab-documents": showWaiting,
    "tab-review": showReview,
    "tab-people": () => run(command("users"), $("people-said")),
    "tab-audit": () => run(command("audit"), $("audit-said")),
    "tab-health": showHealth,
  };
  open[chosen.id]();
}

function startDocuments() {
  $("reindex").addEventListener("click", () => follow("POST"));
  $("upload-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = new FormData();
    form.append("folder", $("upload-folder").value);
    form.append("file", $("upload-file").files[0]);
    try {
      const kept = await call("POST", "/api/documents", form);
      show($("upload-said"), t("uploaded", {name: kept.document}));
      $("upload-file").value = "";
    } catch (error) {
      show($("upload-said"), error.message);
    }
    await showWaiting();
  });
  $("confirm").addEventListener("click", async () => {
    try {
      await call("POST", "/api/documents/confirm", {});
      show($("upload-said"), "");
      await showWaiting();
      await follow("GET");
    } catch (error) {
      show($("reindex-said"), error.message);
    }
  });
}

async function showWaiting() {
  try {
    const {waiting} = await call("GET", "/api/documents");
    const items = waiting.map((item) => el("li", {}, name(item), discarding(item)));
    $("waiting").replaceChildren(...(items.length ? items : [el("li", {class: "faint"}, t("waiting_none"))]));
    $("confirm").hidden = !waiting.length;
  } catch (error) {
    show($("upload-said"), error.message);
  }
}

function name(item) {
  const size = t("size", {kib: Math.max(1, Math.round(item.size / 1024))});
  return el("span", {dir: "auto"}, `${item.document} (${size})${item.replaces ? `, ${t("replaces")}` : ""}`);
}

function discarding(item) {
  const press = async () => {
    await call("DELETE", `/api/documents/${item.id}`).catch((error) => show($("upload-said"), error.message));
    await showWaiting();
  };
  return el("button", {type: "button", class: "quiet", "aria-label": t("discard", {name: item.document}), onclick: press}, "✕");
}

// The reindex goes on at the server whatever happens here.
async function follow(method) {
  const bar = $("reindex-bar");
  $("reindex").disabled = true;
  bar.hidden = false;
  bar.removeAttribute("value");
  $("reindex-said").replaceChildren();
  const notices = [];
  try {
    for await (const [kind, value] of events(method, "/api/reindex")) {
      if (kind === "progress" && value.total) {
        bar.max = value.total;
        bar.value = value.done;
      } else if (kind === "progress") {
        bar.removeAttribute("value");
      } else {
        notices.push(value.text);
      }
      $("reindex-said").replaceChildren(...lines(notices.join("\n") || value.text));
    }
    await fillScopes();
  } catch (error) {
    show($("reindex-said"), error.message);
  } finally {
    bar.hidden = true;
    $("reindex").disabled = false;
  }
}

function startPeople() {
  const said = $("people-said");
  $("people-refresh").addEventListener("click", () => run(command("users"), said));
  $("invite-agent").addEventListener("click", () => run(command("users", "invite"), said));
  $("invite-admin").addEventListener("click", () => run(command("users", "invite admin"), said));
  $("people-form").addEventListener("submit", (event) => {
    event.preventDefault();
    run(command("users", `${$("people-action").value} ${$("people-number").value.trim()}`), said);
  });
}

async function showHealth() {
  try {
    const health = await call("GET", "/health");
    show($("health-said"), t(health.ready ? "ready" : "not_ready"));
    const works = (is) => t(is ? "works" : "broken");
    const told = {
      health_database: works(health.database),
      health_index: works(health.index),
      health_version: health.index_version,
      health_documents: health.documents,
      health_passages: health.passages,
    };
    $("health").replaceChildren(...Object.entries(told).flatMap(([name, value]) => [el("dt", {}, t(name)), el("dd", {}, String(value))]));
  } catch (error) {
    show($("health-said"), error.message);
  }
  await run(command("stats"), $("stats-said"));
  await showTrend($("trend"));
}
