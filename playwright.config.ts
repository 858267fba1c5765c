import { defineConfig, devices } from '@playwright/test'
import { portsFromEnv } from './e2e/stack/ports.ts'
import type { EngineOptions } from './e2e/tests/engines/fixtures.ts'
import { defaultFlags, partitionedStorage, spareProcessFeature } from './e2e/tests/launch.ts'

const { widget } = portsFromEnv(process.env)
const isCi = process.env.CI !== undefined
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }
const phone = { ...desktop, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Tests with this tag run in a browser in which storage of a cross-site frame throws. */
const throwing = /@storage-throws/
/** Tests with this tag record durations for the bench: they run without other tests. */
const timed = /@timed/
/** Tests with this tag take real time; `npm run test:long` runs them. */
const long = /@long/
const isLong = process.env.DRAWBRIDGE_LONG === '1'
const skipped = isLong ? [] : [long]

/** Specs, and single tests by their tag, that run on a phone in each run, and on a desktop in the long one. */
const onPhone =
  /@phone|\b(activity|acceptance-payments|exchange|names|onramp|receive|recipients|scan|send-progress|smart-sessions|swap)\.spec\.ts/
/** Payment specs that run on a desktop in each run, and on a phone in the long one. */
const onDesktop = /\b(account|networks|provider-popup|send)\.spec\.ts/
/** Tests of the long run only, or with a stated device, which keep their device. */
const stays = /@long|@desktop|on a phone/
const phoneTests = isLong
  ? new RegExp(
      `^(?!.*(${stays.source}|@phone)).*(${onDesktop.source})|^(?=.*(${stays.source})).*(${onPhone.source})`,
    )
  : onPhone

/** Tests of browsers that Playwright does not launch. */
const otherEngines = /\bengines\/[^/]+\.spec\.ts$/

export default defineConfig<object, EngineOptions>({
  testDir: './e2e/tests',
  outputDir: './test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: isCi,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 10_000,
    // `--retries 1` records a trace.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: otherEngines,
      grepInvert: [throwing, timed, phoneTests, ...skipped],
      use: { ...desktop, launchOptions: partitionedStorage(spareProcessFeature) },
    },
    {
      name: 'phone',
      testIgnore: otherEngines,
      grep: phoneTests,
      grepInvert: [throwing, timed, ...skipped],
      use: { ...phone, launchOptions: partitionedStorage(spareProcessFeature) },
    },
    {
      name: 'storage-throws',
      testIgnore: otherEngines,
      grep: throwing,
      grepInvert: skipped,
      use: { ...desktop, launchOptions: defaultFlags() },
    },
    {
      name: 'timed',
      testIgnore: otherEngines,
      grep: timed,
      grepInvert: skipped,
      workers: 1,
      use: { ...desktop, launchOptions: partitionedStorage(spareProcessFeature) },
    },
    ...(['firefox', 'webkit'] as const).map((engine) => ({
      name: engine,
      testMatch: otherEngines,
      // One worker, and so one browser, runs all tests of a file.
      fullyParallel: false,
      use: { engine },
    })),
  ],
  webServer: {
    command: 'node --import tsx e2e/stack/start.ts',
    url: `http://127.0.0.1:${widget}/health`,
    // The pages respond shortly before the stack file is written.
    wait: { stdout: /^ready$/m },
    reuseExistingServer: !isCi,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
