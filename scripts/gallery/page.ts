import { existsSync, readFileSync } from 'node:fs'
import type { Look, Sample } from './shots.ts'

/** Path of a screenshot of a fixture in a look, from the gallery's folder. */
export const screenshotPath = ({ sample, look }: { readonly sample: Sample; readonly look: Look }): string =>
  `${look.name}/${sample.hash.split('/').slice(2).join('--')}.png`

/**
 * Screenshots in `out` that differ from those in `base`, or that one of the folders lacks, as sentences. `isAlike` compares
 * two whose bytes differ.
 */
export async function changedScreenshots(
  samples: readonly Sample[],
  looks: readonly Look[],
  { base, out }: { readonly base: string; readonly out: string },
  isAlike: (before: Buffer, after: Buffer) => Promise<boolean>,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const screenshot of samples.flatMap((sample) =>
    looks.map((look) => screenshotPath({ sample, look })),
  )) {
    const [before, after] = [base, out].map((folder) =>
      existsSync(`${folder}/${screenshot}`) ? readFileSync(`${folder}/${screenshot}`) : undefined,
    )
    if (before === undefined) problems.push(`${screenshot} is not in ${base}`)
    else if (after === undefined || !(after.equals(before) || (await isAlike(before, after))))
      problems.push(`${screenshot} differs from the one in ${base}`)
  }
  return problems
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => escapes[one] ?? one)

const style = `
  :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
  body { margin: 0; padding: 0 24px 48px; }
  form { position: sticky; inset-block-start: 0; display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center;
    padding-block: 12px; background: Canvas; border-block-end: 1px solid color-mix(in srgb, CanvasText 12%, Canvas); z-index: 1; }
  h1 { font-size: 17px; margin: 0; }
  h2 { font-size: 22px; margin: 32px 0 8px; }
  h3 { font-size: 13px; font-weight: 550; margin: 0; inline-size: 140px; flex: none; }
  article { display: flex; gap: 12px; align-items: start; padding-block: 12px; overflow-x: auto; }
  img { display: block; block-size: 420px; inline-size: auto; border-radius: 6px; background: color-mix(in srgb, CanvasText 8%, Canvas); }
  img.desktop { inline-size: 420px; object-fit: cover; }
  a { flex: none; }
  [hidden] { display: none; }
  body:has(#light:not(:checked)) .light, body:has(#dark:not(:checked)) .dark,
  body:has(#desktop:not(:checked)) .desktop, body:has(#phone:not(:checked)) .phone { display: none; }
`

const script = `
  const find = document.querySelector('#find'), view = document.querySelector('#view')
  const filter = () => {
    const words = find.value.toLowerCase().split(' ').filter(Boolean)
    for (const row of document.querySelectorAll('article'))
      row.hidden = (view.value !== '' && row.dataset.view !== view.value) || !words.every((word) => row.dataset.words.includes(word))
    for (const group of document.querySelectorAll('section'))
      group.hidden = [...group.querySelectorAll('article')].every((row) => row.hidden)
  }
  find.addEventListener('input', filter)
  view.addEventListener('input', filter)
`

function row(sample: Sample, looks: readonly Look[]): string {
  const images = looks.map((look) => {
    const src = screenshotPath({ sample, look })
    const alt = escaped(`${sample.view}, ${sample.state}, ${look.name}`)
    return `<a href="${src}" class="${look.size} ${look.theme}"><img class="${look.size}" src="${src}" alt="${alt}" loading="lazy"></a>`
  })
  const searchText = escaped(`${sample.view} ${sample.state}`.toLowerCase())
  return `<article data-view="${sample.view}" data-words="${searchText}"><h3>${escaped(sample.state)}</h3>${images.join('')}</article>`
}

/** The page with all screenshots, with filters by view, text, screen and theme. */
export function galleryPage(samples: readonly Sample[], looks: readonly Look[]): string {
  const views = [...new Set(samples.map(({ view }) => view))]
  const groups = views.map((view) => {
    const rows = samples.filter((sample) => sample.view === view).map((sample) => row(sample, looks))
    return `<section id="${view}"><h2>${view}</h2>${rows.join('\n')}</section>`
  })
  const boxes = ['desktop', 'phone', 'light', 'dark'].map(
    (name) => `<label><input type="checkbox" id="${name}" checked> ${name}</label>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery</title>
<style>${style}</style>
<body>
<form onsubmit="return false">
<h1>${samples.length} states of ${views.length} views</h1>
<label>View <select id="view"><option value="">all</option>${views.map((view) => `<option>${view}</option>`).join('')}</select></label>
<label>State <input id="find" type="search"></label>
${boxes.join('\n')}
</form>
${groups.join('\n')}
<script>${script}</script>
</body>
</html>
`
}
