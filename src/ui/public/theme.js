// Applies the stored theme before the browser draws the page. Otherwise the page would flash in the
// wrong colours. It is a separate file, because the content security policy forbids inline scripts.
try {
  const theme = localStorage.getItem("memtrace.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
