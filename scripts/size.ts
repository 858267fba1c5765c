/**
 * `npm run size [-- --json]`: measures the builds in brotli bytes against the budgets of package.json, and fails if one is
 * over budget, if a chain SDK loads before Connect, if built code posts to windows of unknown origin, or if the release
 * contains the development page.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { vaultDist } from './build/vault-page.ts'
import { budgets } from './package-file.ts'
import { root } from './project-files.ts'
import { releaseProblems } from './release/release-rules.ts'
import { readBuiltConfirmWindow, readBuiltVault, readBuiltWidget, widgetDist } from './size/built-widget.ts'
import { bundleProblems, eagerChainProblems, sdkImportProblems, vaultProblems } from './size/bundle-rules.ts'
import { brotliBytes, isOverBudget, type MeasuredSize, measureWidget } from './size/measure-size.ts'
import { stableNames } from './size/stable-chunk-names.ts'

const limits = budgets()
const sdkDist = `${root}/host-sdk/dist`
const { manifest, modules, first } = readBuiltWidget()
const confirm = readBuiltConfirmWindow()
const vault = readBuiltVault()
const stable = stableNames({ ...modules, ...confirm.modules, ...vault.modules })
const measureText = (text: string): number => brotliBytes(Buffer.from(stable(text)))
const measureFile = (file: string): number => measureText(readFileSync(`${widgetDist}/${file}`, 'utf8'))
const chunks: readonly MeasuredSize[] = [
  ...['drawbridge.js', 'bundle.js', 'viem.js', 'polkadot.js', 'polkadot-js.js', 'react.js'].map((file) => ({
    name: `host-sdk ${file}`,
    bytes: brotliBytes(readFileSync(`${sdkDist}/${file}`)),
    // The script-tag file contains everything; the others are measured for users of bundlers.
    limit: file === 'drawbridge.js' ? limits.sdk : null,
  })),
  ...measureWidget(manifest, modules, first, limits, measureFile),
]

const builtFiles = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ path: name, text: readFileSync(`${directory}/${name}`, 'utf8') }))
/** The decoder again, in a worker: a separate file that no chunk imports. */
const inWorker = builtFiles(widgetDist)
  .filter(({ path }) => /\/code-worker-[^/]+$/.test(path))
  .map(({ text }) => ({
    name: 'code reader in a worker',
    bytes: measureText(text),
    limit: limits.codeReader,
  }))
const confirmPage = { path: 'confirm.html', text: confirm.html }
const confirmWindow: MeasuredSize = {
  name: 'confirm window',
  bytes: [...confirm.first].reduce((sum, file) => sum + measureFile(file), measureText(confirm.html)),
  limit: limits.confirmWindow,
}
const vaultFile = (file: string): number => measureText(readFileSync(`${vaultDist}/${file}`, 'utf8'))
/** What the vault loads before its first screen; the review of a request follows. */
const vaultWindow: MeasuredSize = {
  name: 'vault',
  bytes: [...vault.first].reduce((sum, file) => sum + vaultFile(file), measureText(vault.html)),
  limit: limits.vault,
}
const document = { path: 'index.html', text: readFileSync(`${widgetDist}/index.html`, 'utf8') }
const sizes = [...chunks, confirmWindow, vaultWindow, ...inWorker]
const problems = [
  ...(inWorker.length === 1 ? [] : ['There is no code reader in a worker']),
  ...sizes
    .filter(isOverBudget)
    .map(({ name, bytes, limit }) => `${name} is too heavy: ${bytes} of ${limit} bytes`),
  ...eagerChainProblems([...first], modules),
  ...eagerChainProblems([...confirm.first], confirm.modules),
  ...eagerChainProblems([...vault.first], vault.modules),
  ...vaultProblems(vault.modules),
  ...bundleProblems(builtFiles(vaultDist)),
  ...bundleProblems(builtFiles(widgetDist)),
  // The handshake is in the document, and in the first file in case a policy prevents the document's script from running.
  ...bundleProblems([document, confirmPage]),
  ...releaseProblems([...builtFiles(widgetDist), document, confirmPage], {
    ...modules,
    ...confirm.modules,
  }),
  ...releaseProblems(
    [...builtFiles(vaultDist), { path: 'the vault’s document', text: vault.html }],
    vault.modules,
  ),
  ...bundleProblems(builtFiles(sdkDist)),
  ...sdkImportProblems(builtFiles(sdkDist)),
]

if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify(
      { unit: 'brotli bytes', ok: problems.length === 0, weights: sizes, complaints: problems },
      null,
      2,
    ),
  )
} else {
  for (const { name, bytes, limit } of sizes) {
    const share = limit === null ? '' : `of ${limit} (${Math.round((100 * bytes) / limit)} %)`
    console.log(`${name.padEnd(34)} ${String(bytes).padStart(7)} ${share}`)
  }
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
