// Gives the terminal the keyboard as soon as the app has painted, and again when the window gets it back.
"use strict";

const takeKeys = () => document.querySelector(".xterm-helper-textarea")?.focus();

window.addEventListener("load", () => {
  const watch = new MutationObserver(() => {
    if (document.body.classList.contains("-first-byte")) {
      watch.disconnect();
      takeKeys();
    }
  });
  watch.observe(document.body, { attributeFilter: ["class"] });
});
window.addEventListener("focus", () => document.body.classList.contains("-first-byte") && takeKeys());
