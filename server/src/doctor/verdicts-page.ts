import type { CheckVerdict } from './check-verdict.ts'

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The page's style sheet, whose hash is in its policy. */
export const verdictsStyle = `:root{color-scheme:light dark;--ink:light-dark(#1b1b1d,#f2f2f3);--soft:light-dark(#5a5a61,#a9a9b2);--line:light-dark(#e3e3e6,#37373c);--error:light-dark(#b3261e,#ffb4ab);--warning:light-dark(#7a4d00,#f5c06a);--ok:light-dark(#1d6b34,#8ed6a0)}
body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem;background:light-dark(#fff,#161618);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}p{margin:.25rem 0}ul{list-style:none;margin:0;padding:0}
li{border-top:1px solid var(--line);padding:.75rem 0;overflow-wrap:anywhere}li p+p{color:var(--soft)}
.error{color:var(--error)}.warning{color:var(--warning)}.ok{color:var(--ok)}b{font-weight:600}`

const groups = [
  ['error', 'Errors', 'Error'],
  ['warning', 'Warnings', 'Warning'],
  ['ok', 'In order', 'OK'],
] as const

const sentence = (text: string): string => escapeHtml(/[.!?]$/.test(text) ? text : `${text}.`)

function item({ check, message, remedy }: CheckVerdict, level: CheckVerdict['level'], word: string): string {
  const remedyHtml = remedy === undefined ? '' : `<p>What to do: ${sentence(remedy)}</p>`
  return `<li><p><b class="${level}">${word}</b> · <b>${escapeHtml(check)}</b> ${sentence(message)}</p>${remedyHtml}</li>`
}

/** The verdicts as an HTML document: errors first. It has no script. */
export function verdictsPage(verdicts: readonly CheckVerdict[], url: string, projectId: string): string {
  const count = (level: CheckVerdict['level']) => verdicts.filter((one) => one.level === level).length
  const sections = groups.flatMap(([level, title, word]) => {
    const found = verdicts.filter((one) => one.level === level)
    if (found.length === 0) return []
    const items = found.map((one) => item(one, level, word)).join('\n')
    return `<section aria-labelledby="${level}"><h2 id="${level}">${title} (${found.length})</h2><ul>\n${items}\n</ul></section>`
  })
  const summary = `${count('error')} errors, ${count('warning')} warnings, ${count('ok')} in order.`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${summary} Drawbridge doctor</title><style>${verdictsStyle}</style></head>
<body><main><h1>Deployment check</h1><p>${escapeHtml(url)}, project ${escapeHtml(projectId)}</p><p role="status">${summary}</p>
${sections.join('\n')}</main></body></html>`
}
