import type { Fact } from '../../request-facts.ts'
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
  proxyRight,
  type RuntimeCall,
  right,
} from './call-arguments.ts'
import {
  type CallReader,
  inPallets,
  known,
  knownCalls,
  locks,
  type PalletReaders,
  pays,
  rightsOf,
} from './call-decoder.ts'
import { governanceReaders } from './governance-calls.ts'
import { stakingReaders } from './staking-calls.ts'
import { swapReaders } from './swap-calls.ts'

export type { CallReader } from './call-decoder.ts'

/** Half of the maximum balance: approvals from this amount on count as unlimited. */
const unlimitedFrom = 2n ** 96n

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

/** `assets.*`: `foreignAssets` and `poolAssets` have the same argument names. */
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

const assetCalls: PalletReaders = {
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
  // A deposit, and its refund. With `allowBurn` the balance is destroyed.
  ...knownCalls('touch touchOther refundOther'),
  refund: (call, account) => {
    if (argument(call, 'allowBurn').toJSON() !== false) throw new TypeError('It can destroy a balance')
    return known(call, account)
  },
}

const collectionOf = (call: RuntimeCall): string =>
  assetContract(call.section, argument(call, 'collection', 'class', 'offeredCollection'))

const itemOf = (call: RuntimeCall): Arg => argument(call, 'item', 'instance')

/** The authority to take one item, with the item's ids. */
const itemRight = (call: RuntimeCall, to: string | undefined): readonly Fact[] => [
  right(call, 'operator', to),
  knownCall(call),
]

/** `uniques` and `nfts`, which have the same calls. */
const collectibleCalls: PalletReaders = {
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
  // Any account, or the one buyer it names, can buy the item for the price, which may be zero.
  setPrice: (call) =>
    argument(call, 'price').toJSON() === null
      ? [knownCall(call)]
      : itemRight(call, optionalAccountOf(argument(call, 'whitelistedBuyer'))),
  createSwap: (call) => itemRight(call, undefined),
  buyItem: (call) => pays(call, 'bidPrice', `${collectionOf(call)}/${itemOf(call).toString()}`),
  // Each revokes an authority, except the last one, which lets the account receive a collection.
  ...knownCalls(
    'cancelApproval clearAllTransferApprovals cancelItemAttributesApproval cancelSwap setAcceptOwnership',
  ),
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

const currencyCalls: PalletReaders = {
  transfer: currencyTransfer,
  transferKeepAlive: currencyTransfer,
  transferAll: (call) => allOf(call, assetContract(call.section, argument(call, 'currencyId'))),
  transferNativeCurrency: (call, account) => [...nativeTransfer(call, account), knownCall(call)],
}

const contractCalls: PalletReaders = {
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

/** Decoders by pallet and call name. A call that is not listed, or that its decoder cannot decode, is unknown. */
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
    burn: (call) => [
      { is: 'burn', from: undefined, figure: native(amountOf(argument(call, 'value'))) },
      knownCall(call),
    ],
    upgradeAccounts: known,
  }),
  ...inPallets(['assets', 'foreignAssets', 'poolAssets'], assetCalls),
  ...inPallets(['uniques', 'nfts'], collectibleCalls),
  ...inPallets(['currencies', 'tokens'], currencyCalls),
  ...inPallets(['proxy'], {
    addProxy: (call) => {
      const type = proxyRight(argument(call, 'proxyType').toString())
      return [right(call, type, accountOf(argument(call, 'delegate'))), knownCall(call)]
    },
    // `createPure` creates an account that belongs to the signer alone. The others revoke an authority or return part of a
    // deposit.
    ...knownCalls(
      'createPure anonymous removeProxy removeProxies removeAnnouncement rejectAnnouncement pokeDeposit',
    ),
    // For a pure proxy, it removes all access to the account and its assets.
    killPure: (call) => [right(call, 'control', undefined), knownCall(call)],
    // After its delay, any account can execute it.
    announce: (call) => [
      right(call, 'account', accountOf(argument(call, 'real'))),
      { is: 'blind', why: 'hash', bytes: argument(call, 'callHash').toHex() },
    ],
  }),
  ...stakingReaders,
  ...governanceReaders,
  ...swapReaders,
  ...inPallets(['identity'], {
    // Text about an account, and a deposit that stays reserved for it.
    ...knownCalls(
      'setIdentity clearIdentity setSubs addSub renameSub removeSub quitSub cancelRequest acceptUsername setPrimaryUsername removeExpiredApproval',
    ),
    requestJudgement: (call) => pays(call, 'maxFee', `registrar ${argument(call, 'regIndex').toString()}`),
  }),
  ...inPallets(['crowdloan'], { contribute: locks('value'), ...knownCalls('withdraw refund addMemo') }),
  ...inPallets(['broker'], { purchase: (call) => pays(call, 'priceLimit', 'broker') }),
  ...inPallets(['crowdloanRewards'], knownCalls('claim')),
  // The account's Ethereum address, and the currency of its fees.
  ...inPallets(['revive'], knownCalls('mapAccount unmapAccount')),
  ...inPallets(['evmAccounts'], knownCalls('bindEvmAddress')),
  ...inPallets(['unifiedAccounts'], knownCalls('claimDefaultEvmAddress')),
  ...inPallets(['multiTransactionPayment'], knownCalls('setCurrency')),
  // Vested amounts stay with their owner; any account may unlock them.
  ...inPallets(['vesting'], { ...knownCalls('vest vestOther mergeSchedules claim'), vestedTransfer }),
  ...inPallets(['recovery'], {
    createRecovery: friends,
    initiateRecovery: (call) => [right(call, 'recovery', undefined), knownCall(call)],
    vouchRecovery: (call) => [right(call, 'recovery', accountOf(argument(call, 'rescuer')))],
    setRecovered: (call) => [right(call, 'recovery', accountOf(argument(call, 'rescuer')))],
    ...knownCalls('removeRecovery cancelRecovered'), // Both revoke an authority.
  }),
  ...inPallets(['sudo'], {
    setKey: (call) => [right(call, 'account', accountOf(argument(call, 'new')))],
  }),
  ...inPallets(['contracts', 'revive', 'evm'], contractCalls),
])
