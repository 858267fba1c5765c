import { beaconIcon, harbourIcon, lanternIcon } from './artwork.ts'
import { hostileIcon, hostileName } from './hostile.ts'
import type { PageWorld } from './page-world.ts'
import type { WalletSetup } from './setup.ts'

/** A wallet with every detail settled. */
export type WalletPlan = {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
  readonly uuid: string
  readonly announce: 'eip6963' | 'legacy' | 'both' | 'none'
  readonly accounts: readonly string[]
  readonly knownChains: readonly number[]
}

type Preset = Pick<WalletPlan, 'name' | 'icon' | 'rdns' | 'announce' | 'accounts'>

const presets: Readonly<Record<string, Preset>> = {
  harbour: {
    name: 'Harbour Wallet',
    icon: harbourIcon,
    rdns: 'test.harbour',
    announce: 'eip6963',
    accounts: ['harbour-1', 'harbour-2'],
  },
  lantern: {
    name: 'Lantern Wallet',
    icon: lanternIcon,
    rdns: 'test.lantern',
    announce: 'eip6963',
    accounts: ['lantern-1', 'lantern-2'],
  },
  beacon: {
    name: 'Beacon Wallet',
    icon: beaconIcon,
    rdns: 'test.beacon',
    announce: 'legacy',
    accounts: ['spare-1'],
  },
}

/** Fills a setup from the preset of its id; an unknown id is a new wallet with one spare account. */
export function planWallet(setup: WalletSetup, world: PageWorld): WalletPlan {
  const { id } = setup
  const preset = presets[id] ?? {
    name: `${id.charAt(0).toUpperCase()}${id.slice(1)} Wallet`,
    icon: beaconIcon,
    rdns: `test.${id}`,
    announce: 'eip6963',
    accounts: ['spare-2'],
  }
  return {
    id,
    name: setup.hostileName === undefined ? (setup.name ?? preset.name) : hostileName(setup.hostileName),
    icon:
      setup.hostileIcon === undefined
        ? (setup.icon ?? preset.icon)
        : hostileIcon(setup.hostileIcon, world.evilUrl),
    rdns: setup.rdns ?? preset.rdns,
    // New on every page load, as EIP-6963 wants it.
    uuid: setup.uuid ?? crypto.randomUUID(),
    announce: setup.announce ?? preset.announce,
    accounts: setup.accounts ?? preset.accounts,
    knownChains: setup.knownChains ?? [1, 8453],
  }
}
