import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const partitioning = 'ThirdPartyStoragePartitioning'

/**
 * Features that load hundreds of scripts for the popups of the address bar in each new window, while the test's page loads.
 * They would slow down measurements; a user's first visit does not include them.
 */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/**
 * Feature that starts a process for the next site, which most tests never visit. Measurements of a user's first visit do not
 * disable it.
 */
export const spareProcessFeature = 'SpareRendererForSitePerProcess'

/**
 * Launches Chromium with partitioned storage in cross-site frames, as browsers of users have it. Playwright disables that
 * feature, and then storage in such a frame throws. Its flag can only be replaced as a whole, so its exact text is required.
 * @param disabledFeatures names of more features to disable.
 * @throws Error if Playwright's list of features is not found, or no longer contains the feature.
 */
export function partitionedStorage(...disabledFeatures: readonly string[]): LaunchOptions {
  const flag = `--disable-features=${playwrightDisabledFeatures().join(',')}`
  const editedFlag = flag.replace(new RegExp(`,${partitioning}(?=,|$)`), '')
  if (editedFlag === flag) throw new Error(`Playwright no longer disables ${partitioning}: launch.ts can go`)
  return {
    ...defaultFlags(),
    ignoreDefaultArgs: [flag],
    args: [[editedFlag, ...addressBarFeatures, ...disabledFeatures].join(','), '--disable-quic'],
  }
}

/** Launches like `partitionedStorage`, without one of Playwright's other default flags. */
export function launchWithout(flag: string): LaunchOptions {
  const { ignoreDefaultArgs, ...launch } = partitionedStorage(spareProcessFeature)
  return {
    ...launch,
    ignoreDefaultArgs: [...(Array.isArray(ignoreDefaultArgs) ? ignoreDefaultArgs : []), flag],
  }
}

/** Launches with Playwright's default flags: storage in a cross-site frame throws, as in browsers that block it. */
export function defaultFlags(): LaunchOptions {
  return {
    executablePath: process.env.DRAWBRIDGE_CHROMIUM ?? '/usr/bin/chromium',
    // Chromium's sandbox does not start as root, the user of CI containers.
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
