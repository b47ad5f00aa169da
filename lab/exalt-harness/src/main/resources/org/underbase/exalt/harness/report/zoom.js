// A click on a frame of a flame graph makes it as wide as the graph; a click on "all" shows all again.
for (const svg of document.querySelectorAll('svg.flame')) {
  const full = svg.viewBox.baseVal.width;
  const frames = [...svg.querySelectorAll('g')].map(g => {
    const rect = g.querySelector('rect');
    const text = g.querySelector('text');
    const whole = g.querySelector('title').textContent.replace(/: [\d,]+ samples.*/, '');
    const name = whole.includes(' ') ? whole : whole.split('.').slice(-2).join('.');
    return { g, rect, text, name, left: +rect.getAttribute('x'), width: +rect.getAttribute('width') };
  });
  for (const chosen of frames) {
    chosen.g.addEventListener('click', () => {
      const scale = full / chosen.width;
      for (const f of frames) {
        const left = Math.max(0, (f.left - chosen.left) * scale);
        const right = Math.min(full, (f.left + f.width - chosen.left) * scale);
        f.g.style.display = right - left > 0.4 ? '' : 'none';
        f.rect.setAttribute('x', left);
        f.rect.setAttribute('width', Math.max(0, right - left));
        f.text.setAttribute('x', left + 2);
        const letters = Math.floor((right - left - 3) / 6.6);
        f.text.textContent = letters < 3 ? '' : f.name.length <= letters ? f.name : f.name.slice(0, letters - 1) + '\u2026';
      }
    });
  }
}
