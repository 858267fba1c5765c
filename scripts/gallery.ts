/**
 * `npm run gallery [-- --only=Connect]`: pictures of every state of every view, on a desktop and a phone, light and dark,
 * in `.gallery/index.html`. With `--short` no pictures: every state is shown once and must do so without an error.
 * The states are those that the widget itself lists in a tab of its own.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { defaultFlags } from '../e2e/tests/launch.ts'
import { galleryPage, pictureOf } from './gallery-page.ts'
import { listSamples, looks, type Sample, type Shot, showSample } from './gallery-shots.ts'
import { serveGallery } from './gallery-site.ts'
import { root } from './project-files.ts'

/** Pages that are looked at beside each other; more than the machine has cores, because each mostly waits. */
const pagesAtOnce = 6

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const out = `${root}/.gallery`
rmSync(out, { recursive: true, force: true })
await build({
  configFile: `${root}/vite.config.ts`,
  logLevel: 'warn',
  build: { outDir: `${out}/widget` },
})
const site = await serveGallery(pathToFileURL(`${out}/widget/`))
const browser = await chromium.launch(defaultFlags())

/** Shows every sample in every look, several at a time, and tells what was wrong with each. */
async function showAll(samples: readonly Sample[]): Promise<readonly string[]> {
  const shots: Shot[] = looks
    .slice(0, options.short ? 1 : looks.length)
    .flatMap((look) => samples.map((sample) => ({ look, sample })))
  const complaints: string[] = []
  const next = async (): Promise<void> => {
    const shot = shots.shift()
    if (shot === undefined) return
    const path = options.short ? undefined : `${out}/${pictureOf(shot)}`
    for (const problem of await showSample(browser, site.origin, shot, path))
      complaints.push(`${shot.sample.view}, ${shot.sample.state}, ${shot.look.name}: ${problem}`)
    await next()
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, next))
  return complaints
}

try {
  const all = await listSamples(browser, site.origin)
  const samples = all.filter(({ view }) => options.only === undefined || view === options.only)
  const views = new Set(samples.map(({ view }) => view))
  const complaints = samples.length === 0 ? ['There is nothing to show'] : await showAll(samples)
  if (!options.short) {
    mkdirSync(out, { recursive: true })
    writeFileSync(`${out}/index.html`, galleryPage(samples, looks))
    console.log(`${samples.length * looks.length} pictures: ${pathToFileURL(`${out}/index.html`).href}`)
  }
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
  else console.log(`${samples.length} states of ${views.size} views show without an error`)
} finally {
  await browser.close()
  await site.close()
}
