// Before anything is painted: the light or dark look that was chosen, so that nothing flashes.
// A plain script, because modules run only after the first paint.
try {
  const { theme } = JSON.parse(localStorage.getItem('guildhall.settings') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system's look.
}
