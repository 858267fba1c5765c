import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const partitioning = 'ThirdPartyStoragePartitioning'

/**
 * Chromium builds the popups of its address bar anew for each window, from hundreds of scripts, while a page of ours
 * loads in it: no first visit of a person meets that.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/**
 * After each site Chromium starts a process for the next one, which a test that ends there never visits. A measurement of
 * a person's first visit leaves it on.
 */
export const spareProcess = 'SpareRendererForSitePerProcess'

/**
 * How users' browsers behave: storage of a cross-site frame is partitioned. Playwright turns that feature off, and
 * then storage in such a frame throws. Its flag can only be replaced as a whole, so we need its exact text. More features
 * of Chromium can be turned off by their names.
 * @throws Error when Playwright's list of features is not where it was, or no longer has the feature.
 */
export function partitionedStorage(...without: readonly string[]): LaunchOptions {
  const flag = `--disable-features=${playwrightDisabledFeatures().join(',')}`
  const ours = flag.replace(new RegExp(`,${partitioning}(?=,|$)`), '')
  if (ours === flag) throw new Error(`Playwright no longer disables ${partitioning}: launch.ts can go`)
  return {
    ...defaultFlags(),
    ignoreDefaultArgs: [flag],
    args: [[ours, ...addressBar, ...without].join(','), '--disable-quic'],
  }
}

/** Storage as `partitionedStorage` has it, in a browser that Playwright starts without one more of its default flags. */
export function launchWithout(flag: string): LaunchOptions {
  const { ignoreDefaultArgs, ...launch } = partitionedStorage(spareProcess)
  return {
    ...launch,
    ignoreDefaultArgs: [...(Array.isArray(ignoreDefaultArgs) ? ignoreDefaultArgs : []), flag],
  }
}

/** Playwright's own flags, under which storage throws in a cross-site frame: as in browsers that block it. */
export function defaultFlags(): LaunchOptions {
  return {
    executablePath: process.env.DRAWBRIDGE_CHROMIUM ?? '/usr/bin/chromium',
    // Chromium's sandbox does not start as root, which is what containers of CI run as.
    chromiumSandbox: process.getuid?.() !== 0,
  }
}

/** Reads the list from Playwright's source, because it exports neither the list nor the flags. */
function playwrightDisabledFeatures(): readonly string[] {
  const require = createRequire(import.meta.resolve('@playwright/test'))
  const core = createRequire(require.resolve('playwright/package.json')).resolve(
    'playwright-core/package.json',
  )
  const source = readFileSync(join(dirname(core), 'lib/coreBundle.js'), 'utf8')
  const list = /\bdisabledFeatures = \[([\s\S]*?)\]\.filter\(Boolean\)/.exec(source)?.[1]
  const names = [...(list ?? '').replaceAll(/\/\/.*$/gm, '').matchAll(/"(\w+)"/g)].map(
    ([, name]) => name ?? '',
  )
  if (!names.includes(partitioning)) {
    throw new Error(`Playwright's list of disabled features was not found in ${core}`)
  }
  return names
}
