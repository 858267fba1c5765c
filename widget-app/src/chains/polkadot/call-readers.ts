import type { RightKind } from '../fact-kinds.ts'
import type { Fact } from '../request-facts.ts'
import { normalAddress } from './address.ts'
import {
  type Arg,
  accountOf,
  accountsOf,
  amountOf,
  argument,
  assetContract,
  callName,
  knownCall,
  memberAmount,
  native,
  optionalAccountOf,
  type RuntimeCall,
  right,
  unknownCall,
} from './call-arguments.ts'

/**
 * Reads one call of an account.
 * @throws whatever its arguments throw: such a call is unknown.
 */
export type CallReader = (call: RuntimeCall, account: string) => readonly Fact[]

/** Half of the largest balance there is: an approval from here on has no end. */
const unlimitedFrom = 2n ** 96n

/** Each of the accounts gets the right; accounts that are the signer's own get nothing new. */
const rightsOf = (
  call: RuntimeCall,
  kind: RightKind,
  accounts: readonly (string | undefined)[],
  account: string,
): readonly Fact[] => {
  const own = normalAddress(account)
  const others = new Set(accounts.filter((each) => each !== undefined && each !== own))
  return others.size === 0 ? [knownCall(call)] : [...others].map((to) => right(call, kind, to))
}

const nativeTransfer: CallReader = (call) => [
  {
    is: 'transfer',
    from: undefined,
    to: accountOf(argument(call, 'dest')),
    figure: native(amountOf(argument(call, 'value', 'amount'))),
  },
]

const allOf = (call: RuntimeCall, contract: string | undefined): readonly Fact[] => [
  { is: 'transfer-all', to: accountOf(argument(call, 'dest')), of: { contract } },
]

/** `assets.*`: its names of arguments are the same in `foreignAssets` and `poolAssets`. */
const assetTransfer: CallReader = (call) => [
  {
    is: 'transfer',
    from: undefined,
    to: accountOf(argument(call, 'target')),
    figure: {
      value: amountOf(argument(call, 'amount')),
      contract: assetContract(call.section, argument(call, 'id')),
    },
  },
]

const assetTransferFrom: CallReader = (call) => [
  {
    is: 'transfer',
    from: accountOf(argument(call, 'owner', 'source')),
    to: accountOf(argument(call, 'destination', 'dest')),
    figure: {
      value: amountOf(argument(call, 'amount')),
      contract: assetContract(call.section, argument(call, 'id')),
    },
  },
]

const approval = (call: RuntimeCall, value: bigint): readonly Fact[] => [
  {
    is: 'approval',
    spender: accountOf(argument(call, 'delegate')),
    figure: { value, contract: assetContract(call.section, argument(call, 'id')) },
    isUnlimited: value >= unlimitedFrom,
  },
]

const team: CallReader = (call, account) =>
  rightsOf(
    call,
    'owner',
    ['issuer', 'admin', 'freezer'].map((name) => optionalAccountOf(argument(call, name))),
    account,
  )

const assetCalls: Readonly<Record<string, CallReader>> = {
  transfer: assetTransfer,
  transferKeepAlive: assetTransfer,
  transferAll: (call) => allOf(call, assetContract(call.section, argument(call, 'id'))),
  forceTransfer: assetTransferFrom,
  transferApproved: assetTransferFrom,
  approveTransfer: (call) => approval(call, amountOf(argument(call, 'amount'))),
  cancelApproval: (call) => approval(call, 0n),
  setTeam: team,
  transferOwnership: (call, account) =>
    rightsOf(call, 'owner', [accountOf(argument(call, 'owner', 'newOwner'))], account),
  create: (call, account) => rightsOf(call, 'owner', [accountOf(argument(call, 'admin'))], account),
}

const collectionOf = (call: RuntimeCall): string =>
  assetContract(call.section, argument(call, 'collection', 'class', 'offeredCollection'))

const itemOf = (call: RuntimeCall): Arg => argument(call, 'item', 'instance')

/** The right to take one item, with the item's numbers beside it. */
const itemRight = (call: RuntimeCall, to: string | undefined): readonly Fact[] => [
  right(call, 'operator', to),
  knownCall(call),
]

/** `uniques` and `nfts`, which share their calls. */
const collectibleCalls: Readonly<Record<string, CallReader>> = {
  transfer: (call) => [
    {
      is: 'collectible',
      from: undefined,
      to: accountOf(argument(call, 'dest')),
      collection: collectionOf(call),
      id: amountOf(itemOf(call)),
      count: 1n,
    },
  ],
  approveTransfer: (call) => itemRight(call, accountOf(argument(call, 'delegate'))),
  approveItemAttributes: (call) => itemRight(call, accountOf(argument(call, 'delegate'))),
  setTeam: team,
  transferOwnership: (call, account) =>
    rightsOf(call, 'owner', [accountOf(argument(call, 'newOwner', 'owner'))], account),
  create: (call, account) => rightsOf(call, 'owner', [accountOf(argument(call, 'admin'))], account),
  // Anyone, or the one buyer it names, gets the item for the price, which may be nothing.
  setPrice: (call) => itemRight(call, optionalAccountOf(argument(call, 'whitelistedBuyer'))),
  createSwap: (call) => itemRight(call, undefined),
  buyItem: (call) => [unknownCall(call, native(amountOf(argument(call, 'bidPrice'))))],
}

/** ORML's `currencies` and `tokens`. */
const currencyTransfer: CallReader = (call) => [
  {
    is: 'transfer',
    from: undefined,
    to: accountOf(argument(call, 'dest')),
    figure: {
      value: amountOf(argument(call, 'amount')),
      contract: assetContract(call.section, argument(call, 'currencyId')),
    },
  },
]

const currencyCalls: Readonly<Record<string, CallReader>> = {
  transfer: currencyTransfer,
  transferKeepAlive: currencyTransfer,
  transferAll: (call) => allOf(call, assetContract(call.section, argument(call, 'currencyId'))),
  transferNativeCurrency: (call, account) => [...nativeTransfer(call, account), knownCall(call)],
}

/**
 * A call that can neither move what the account has to another one nor hand out a right; each stands under the reason. A
 * call as another account (`proxy.proxy`, `multisig.asMulti`) is of the gravest class whatever is in it.
 */
const known: CallReader = (call) => [knownCall(call)]

/** Where rewards go: to the account itself, or to the account that the argument names. */
function rewardsOf(call: RuntimeCall, account: string): readonly Fact[] {
  const payee: unknown = argument(call, 'payee').toJSON()
  if (typeof payee !== 'object' || payee === null || !('account' in payee)) return [knownCall(call)]
  const to = accountOf({ toString: () => String(payee.account) })
  return rightsOf(call, 'rewards', [to], account)
}

const stakingCalls: Readonly<Record<string, CallReader>> = {
  bond: (call, account) => {
    const names = call.meta.args.map(({ name }) => name.toString())
    const controller = names.includes('controller') ? accountOf(argument(call, 'controller')) : undefined
    const rights = controller === undefined ? [] : rightsOf(call, 'account', [controller], account)
    return [...rights.filter(({ is }) => is === 'authority'), ...rewardsOf(call, account)]
  },
  setPayee: rewardsOf,
  updatePayee: rewardsOf,
  // The coins stay the account's, locked or unlocked; nominating can cost a part of them where validators misbehave.
  bondExtra: known,
  unbond: known,
  rebond: known,
  withdrawUnbonded: known,
  nominate: known,
  chill: known,
  payoutStakers: known, // Anyone may: rewards go where each nominator said.
}

const contractCalls: Readonly<Record<string, CallReader>> = {
  call: (call) => {
    const data = argument(call, 'data', 'input').toHex()
    const value = amountOf(argument(call, 'value'))
    return [
      {
        is: 'unknown-call',
        to: argument(call, 'dest', 'target').toString(),
        selector: `${callName(call)} ${data.slice(0, 10)}`,
        figure: value === 0n ? undefined : native(value),
        mayTake: true,
      },
    ]
  },
}

const vestedTransfer: CallReader = (call) => [
  {
    is: 'transfer',
    from: undefined,
    to: accountOf(argument(call, 'target', 'dest')),
    figure: native(memberAmount(argument(call, 'schedule'), 'locked')),
  },
  knownCall(call),
]

const friends: CallReader = (call) =>
  accountsOf(argument(call, 'friends')).map((friend) => right(call, 'recovery', friend))

const inPallets = (
  pallets: readonly string[],
  calls: Readonly<Record<string, CallReader>>,
): readonly (readonly [string, CallReader])[] =>
  pallets.flatMap((pallet) =>
    Object.entries(calls).map(([name, reader]) => [`${pallet}.${name}`, reader] as const),
  )

/** Calls that are known by pallet and name. Each that is not here, or that its reader cannot read, is unknown. */
export const callReaders: ReadonlyMap<string, CallReader> = new Map([
  ...inPallets(['balances'], {
    transfer: nativeTransfer,
    transferAllowDeath: nativeTransfer,
    transferKeepAlive: nativeTransfer,
    transferAll: (call) => allOf(call, undefined),
    forceTransfer: (call) => [
      {
        is: 'transfer',
        from: accountOf(argument(call, 'source')),
        to: accountOf(argument(call, 'dest')),
        figure: native(amountOf(argument(call, 'value'))),
      },
    ],
    burn: (call) => [unknownCall(call, native(amountOf(argument(call, 'value'))))],
  }),
  ...inPallets(['assets', 'foreignAssets', 'poolAssets'], assetCalls),
  ...inPallets(['uniques', 'nfts'], collectibleCalls),
  ...inPallets(['currencies', 'tokens'], currencyCalls),
  ...inPallets(['proxy'], {
    addProxy: (call) => [right(call, 'account', accountOf(argument(call, 'delegate'))), knownCall(call)],
    createPure: (call) => [right(call, 'account', undefined), knownCall(call)],
    anonymous: (call) => [right(call, 'account', undefined), knownCall(call)],
    removeProxy: known, // As the next three: it takes a right back.
    removeProxies: known,
    removeAnnouncement: known,
    rejectAnnouncement: known,
    // Once its delay is over, anyone can have it run.
    announce: (call) => [
      right(call, 'account', accountOf(argument(call, 'real'))),
      { is: 'blind', why: 'hash', bytes: argument(call, 'callHash').toHex() },
    ],
  }),
  ...inPallets(['staking'], stakingCalls),
  ...inPallets(['identity'], {
    // Words about an account, and a deposit that stays reserved for it.
    setIdentity: known,
    clearIdentity: known,
    setSubs: known,
    addSub: known,
    renameSub: known,
    removeSub: known,
    quitSub: known,
    cancelRequest: known,
    requestJudgement: (call) => [unknownCall(call, native(amountOf(argument(call, 'maxFee'))))],
  }),
  // Vested coins stay with their owner; anyone may have them unlocked.
  ...inPallets(['vesting'], { vest: known, vestOther: known, mergeSchedules: known, vestedTransfer }),
  ...inPallets(['recovery'], {
    createRecovery: friends,
    initiateRecovery: (call) => [right(call, 'recovery', undefined), knownCall(call)],
    vouchRecovery: (call) => [right(call, 'recovery', accountOf(argument(call, 'rescuer')))],
    setRecovered: (call) => [right(call, 'recovery', accountOf(argument(call, 'rescuer')))],
    removeRecovery: known, // As the next one: it takes a right back.
    cancelRecovered: known,
  }),
  ...inPallets(['sudo'], {
    setKey: (call) => [right(call, 'account', accountOf(argument(call, 'new')))],
  }),
  ...inPallets(['contracts', 'revive', 'evm'], contractCalls),
])
