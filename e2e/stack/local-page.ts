const style = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: start center; min-height: 100vh; padding: 32px 20px; box-sizing: border-box; }
main { width: 100%; max-width: 420px; }
main.wide { max-width: 720px; }
h1 { font-size: 22px; margin: 0 0 4px; }
h2 { font-size: 16px; margin: 0; }
p { margin: 0 0 16px; }
.brand { display: flex; align-items: center; gap: 8px; font-weight: 650; margin-bottom: 28px; }
.brand::before { content: ''; width: 24px; height: 24px; border-radius: 8px; background: #5b3fd6; }
form { display: grid; gap: 12px; margin-bottom: 16px; }
label { display: grid; gap: 4px; font-size: 14px; }
input { font: inherit; padding: 12px; border: 1px solid #8888; border-radius: 10px; background: transparent; color: inherit; }
button { font: inherit; font-weight: 600; padding: 14px; border: 0; border-radius: 12px; background: #5b3fd6; color: #fff; cursor: pointer; }
button.quiet { background: none; border: 1px solid #8888; color: inherit; text-align: start; }
button small { display: block; font-weight: 400; opacity: .75; }
article { border: 1px solid #8888; border-radius: 12px; padding: 16px; margin-bottom: 16px; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px 0 0; }
.steps { font-size: 13px; opacity: .75; margin-bottom: 8px; }
.error { color: #c22; }
.note { font-size: 13px; opacity: .75; overflow-wrap: anywhere; }
`

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

type PageOptions = {
  /** Loads the page again each second. */
  readonly isReloading?: boolean
  readonly isWide?: boolean
}

/**
 * Renders a page of a service of the local world, which needs no script.
 * @param body HTML.
 */
export function renderLocalPage(
  brand: string,
  title: string,
  body: string,
  { isReloading = false, isWide = false }: PageOptions = {},
): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${isReloading ? '<meta http-equiv="refresh" content="1">' : ''}
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main${isWide ? ' class="wide"' : ''}><div class="brand">${escapeHtml(brand)} (local)</div>${body}</main></body></html>`
}
