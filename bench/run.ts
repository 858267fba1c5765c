/**
 * `npm run bench [-- --short] [-- --only=<word>]`: measures the quality bar on the built widget and SDK in a local test
 * world of its own and prints JSON. Fails only above twice a bound, because machines are noisy; the bounds of times are
 * multiplied by the slowness of this machine relative to the reference machine (`machine.ts`). `--timed-report=<file>`: the
 * report of browser tests that recorded times, if they have run already.
 */
import { chromium } from '@playwright/test'
import { bootStack } from '#stack/boot.ts'
import { freePorts } from '#stack/ports.ts'
import { partitionedStorage } from '../e2e/tests/launch.ts'
import { isInRotation } from '../shared/testing/rotation.ts'
import { type Entry, entry, isFailure } from './bench-entry.ts'
import { measureCatalogue } from './catalogue.ts'
import { measureChannel } from './channel/measure-channel.ts'
import { measureCycles } from './cycles.ts'
import { type Launch, measureFirstVisit } from './first-visit.ts'
import { measureFloor } from './floor/measure-floor.ts'
import { measureHistory } from './history.ts'
import { measureInstall } from './install.ts'
import { measureMachine } from './machine.ts'
import { measureMemory } from './memory.ts'
import { measureOpening } from './opening.ts'
import { measurePairing } from './pairing.ts'
import { measurePortfolio } from './portfolio.ts'
import { measureProvider } from './provider.ts'
import { measureReview } from './review.ts'
import { measureTimedSpecs } from './timed-specs.ts'

const isShort = process.argv.includes('--short')
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only') ?? ''
const size = isShort
  ? { samples: 5, calls: 400, rounds: 2, cycles: 25 }
  : { samples: 11, calls: 1_500, rounds: 5, cycles: 1_000 }

const launch: Launch = (portOf) => {
  const { args = [], ...options } = partitionedStorage()
  const rules = [...portOf].map(([host, port]) => `MAP ${host} 127.0.0.1:${port}`).join(', ')
  return chromium.launch({
    ...options,
    args: [...args, ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])],
  })
}

const world = await bootStack({ ports: await freePorts(), file: null })
const browser = await launch(new Map())
const { stack } = world
const machine = await measureMachine(browser, stack)

async function channel(): Promise<Entry[]> {
  const page = await browser.newPage()
  try {
    const { ratio, together } = await measureChannel(page, size)
    return [
      entry('channel call p50 / bare comlink', ratio.p50, 'ratio', 1.7),
      entry('channel call p99 / bare comlink', ratio.p99, 'ratio', 2.5),
      entry('1,000 calls together', together.medianMs, 'ms', 450),
      entry('of 1,000 calls together, not settled once', together.astray, 'count', 0),
    ]
  } finally {
    await page.close()
  }
}

const benches: Readonly<Record<string, () => Promise<Entry[]>>> = {
  opening: () => measureOpening(browser, stack, size.samples, machine),
  'first-visit': () => measureFirstVisit(launch, stack, isShort ? 3 : size.samples, machine),
  pairing: () => measurePairing(browser, stack, isShort ? 3 : 5),
  provider: () => measureProvider(browser, stack, isShort ? 40 : 80),
  review: () => measureReview(browser, stack, isShort ? 5 : 40),
  memory: () => measureMemory(browser, stack, isShort ? 1 : 3),
  channel,
  cycles: () => measureCycles(browser, stack, size.cycles),
  catalogue: () => measureCatalogue(browser, stack, isShort),
  portfolio: () => measurePortfolio(browser, stack, isShort),
  history: () => measureHistory(browser, stack, isShort),
  floor: () => measureFloor(launch, browser, stack, isShort ? 3 : size.samples, machine),
  install: async () => measureInstall(),
  'timed-specs': async () => measureTimedSpecs(option('timed-report')),
}

/** Benches that take longest; the short run includes them for every second commit, and the bench of the server for the others. */
const rotatingBenches: ReadonlySet<string> = new Set(['opening', 'provider', 'cycles', 'floor'])
const isIncluded = (name: string) =>
  only === '' ? !isShort || !rotatingBenches.has(name) || isInRotation(0, { of: 2 }) : name.includes(only)

const entries: Entry[] = []
try {
  for (const [name, measure] of Object.entries(benches)) {
    if (!isIncluded(name)) continue
    const startedAt = performance.now()
    const measured = await measure()
    entries.push(...measured)
    console.error(`── ${name}, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
    for (const { ok, value, unit, bound, name: line } of measured) {
      console.error(`${ok ? 'ok  ' : 'OVER'} ${line}: ${value} of ${bound} ${unit}`)
    }
  }
} finally {
  await browser.close()
  await world.stop()
}
process.stdout.write(`${JSON.stringify({ short: isShort, machine, entries }, null, 2)}\n`)
const failures = entries.filter((line) => isFailure(line, machine.overall))
for (const { name, value, bound, unit } of failures)
  console.error(`FAILED ${name}: ${value} ${unit} is too far above ${bound}`)
if (failures.length > 0) process.exitCode = 1
