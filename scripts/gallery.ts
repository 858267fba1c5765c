/**
 * `npm run gallery [-- --only=Connect,VaultKeep]`: screenshots of every state of every view and of every screen of the vault,
 * on a desktop and a phone, light and dark, in `.gallery/index.html`. With `--locale=ar` they are in that language. With
 * `--short` no screenshots: half of the states, which the commit selects, are shown once and must not cause an error. With
 * `--built` the existing output of `npm run build` is used. With `--same-as=FOLDER` it fails for each screenshot that differs
 * from that of the gallery in a folder, such as `.gallery` of another checkout on this machine. The states are those that the
 * development pages list.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { defaultFlags } from '../e2e/tests/launch.ts'
import { isInRotation } from '../shared/testing/rotation.ts'
import { developmentDist, developmentMode } from './build/development-page.ts'
import { changedScreenshots, galleryPage, screenshotPath } from './gallery/page.ts'
import {
  createScreenshotComparer,
  type Look,
  listSamples,
  looks,
  openViewer,
  type Sample,
} from './gallery/shots.ts'
import { serveGallery } from './gallery/site.ts'
import { root } from './project-files.ts'

/** Windows that are open at once; more than a small machine has cores, because each mostly waits. */
const maxWindows = 4

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    only: { type: 'string' },
    locale: { type: 'string' },
    'same-as': { type: 'string' },
  },
})
const out = `${root}/.gallery`
// The short form retains the screenshots of the last complete run.
if (!options.short) rmSync(out, { recursive: true, force: true })
const page = options.built ? developmentDist : `${out}/widget-dev`
if (!options.built)
  await build({
    configFile: `${root}/vite.config.ts`,
    mode: developmentMode,
    logLevel: 'warn',
    build: { outDir: page },
  })
const site = await serveGallery(
  [page, `${root}/widget-app/public`].map((folder) => pathToFileURL(`${folder}/`)),
)
const browser = await chromium.launch(defaultFlags())

/** Shows every fixture in a look, several at once, and returns the problems of each. */
async function showAll(samples: readonly Sample[], look: Look): Promise<readonly string[]> {
  const queue = [...samples]
  const problems: string[] = []
  const runWindow = async (): Promise<void> => {
    const viewer = await openViewer(browser, site.origin, look, options.locale)
    for (let sample = queue.shift(); sample !== undefined; sample = queue.shift()) {
      const path = options.short ? undefined : `${out}/${screenshotPath({ sample, look })}`
      for (const sampleProblem of await viewer.show(sample, path))
        problems.push(`${sample.view}, ${sample.state}, ${look.name}: ${sampleProblem}`)
    }
    await viewer.close()
  }
  await Promise.all(Array.from({ length: maxWindows }, runWindow))
  return problems
}

try {
  const all = await listSamples(browser, site.origin)
  const samples = all.filter(
    ({ view }, at) =>
      (options.only === undefined || options.only.split(',').includes(view)) &&
      (!options.short || isInRotation(at, { of: 2 })),
  )
  const views = new Set(samples.map(({ view }) => view))
  const problems = samples.length === 0 ? ['There is nothing to show'] : []
  for (const look of options.short ? looks.slice(0, 1) : looks)
    problems.push(...(await showAll(samples, look)))
  if (!options.short) {
    mkdirSync(out, { recursive: true })
    writeFileSync(`${out}/index.html`, galleryPage(samples, looks))
    const base = options['same-as']
    if (base !== undefined) {
      const isAlike = await createScreenshotComparer(browser)
      problems.push(...(await changedScreenshots(samples, looks, { base, out }, isAlike)))
    }
    console.log(`${samples.length * looks.length} pictures: ${pathToFileURL(`${out}/index.html`).href}`)
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${samples.length} states of ${views.size} views show without an error`)
} finally {
  await browser.close()
  await site.close()
}
