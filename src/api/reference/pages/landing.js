// Copies the request beside a button. Without a clipboard (a page that did not come over TLS) the buttons stay hidden.
for (const button of document.querySelectorAll(".request button")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
}
