import { beaconIcon, harbourIcon, lanternIcon, trellisIcon, voyagerIcon } from './artwork.ts'
import { hostileIcon, hostileName } from './hostile.ts'
import type { PageConfig } from './page-config.ts'
import type { WalletNamespace, WalletSetup } from './setup.ts'

/** The configuration of a wallet: its setup, completed from the preset of its id. */
export type WalletPlan = {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
  readonly uuid: string
  readonly announce: 'eip6963' | 'legacy' | 'both' | 'none'
  readonly namespaces: readonly WalletNamespace[]
  /** Keys of `injectedWeb3`. */
  readonly injectedIds: readonly string[]
  readonly solanaSigning: WalletSetup['solanaSigning']
  readonly accounts: Readonly<Record<WalletNamespace, readonly string[]>>
  readonly knownChains: readonly number[]
}

type Preset = Pick<WalletPlan, 'name' | 'icon' | 'rdns' | 'announce' | 'namespaces'> & {
  readonly accounts: Partial<WalletPlan['accounts']>
}

const defaultAccounts: WalletPlan['accounts'] = {
  eip155: ['spare-2'],
  solana: ['spare-1'],
  polkadot: ['spare-1'],
}

const presets: Readonly<Record<string, Preset>> = {
  harbour: {
    name: 'Harbour Wallet',
    icon: harbourIcon,
    rdns: 'test.harbour',
    announce: 'eip6963',
    namespaces: ['eip155'],
    accounts: { eip155: ['harbour-1', 'harbour-2'] },
  },
  lantern: {
    name: 'Lantern Wallet',
    icon: lanternIcon,
    rdns: 'test.lantern',
    announce: 'eip6963',
    namespaces: ['eip155'],
    accounts: { eip155: ['lantern-1', 'lantern-2'] },
  },
  beacon: {
    name: 'Beacon Wallet',
    icon: beaconIcon,
    rdns: 'test.beacon',
    announce: 'legacy',
    namespaces: ['eip155'],
    accounts: { eip155: ['spare-1'], solana: ['beacon-1', 'beacon-2'] },
  },
  trellis: {
    name: 'Trellis Wallet',
    icon: trellisIcon,
    rdns: 'test.trellis',
    announce: 'eip6963',
    namespaces: ['polkadot'],
    accounts: { polkadot: ['trellis-1', 'trellis-2'] },
  },
  voyager: {
    name: 'Voyager',
    icon: voyagerIcon,
    rdns: 'test.voyager',
    announce: 'eip6963',
    namespaces: ['eip155', 'solana', 'polkadot'],
    accounts: { eip155: ['spare-6'], solana: ['voyager-1'], polkadot: ['voyager-1'] },
  },
}

/** Completes a setup from the preset of its id; an unknown id is a new wallet with one spare account. */
export function planWallet(setup: WalletSetup, world: PageConfig): WalletPlan {
  const { id } = setup
  const preset = presets[id] ?? {
    name: `${id.charAt(0).toUpperCase()}${id.slice(1)} Wallet`,
    icon: beaconIcon,
    rdns: `test.${id}`,
    announce: 'eip6963',
    namespaces: ['eip155'],
    accounts: {},
  }
  const name = setup.hostileName === undefined ? (setup.name ?? preset.name) : hostileName(setup.hostileName)
  const { accounts } = setup
  return {
    id,
    name,
    icon:
      setup.hostileIcon === undefined
        ? (setup.icon ?? preset.icon)
        : hostileIcon(setup.hostileIcon, world.evilUrl),
    rdns: setup.rdns ?? preset.rdns,
    // EIP-6963 requires a new uuid on every page load.
    uuid: setup.uuid ?? crypto.randomUUID(),
    announce: setup.announce ?? preset.announce,
    namespaces: setup.namespaces ?? preset.namespaces,
    // Entries of `injectedWeb3` have no display name, so a list can only show the key.
    injectedIds: setup.injectedIds ?? [setup.hostileName === undefined ? id : name],
    solanaSigning: setup.solanaSigning,
    accounts:
      accounts === undefined
        ? { ...defaultAccounts, ...preset.accounts }
        : { eip155: accounts, solana: accounts, polkadot: accounts },
    knownChains: setup.knownChains ?? [1, 8453],
  }
}
