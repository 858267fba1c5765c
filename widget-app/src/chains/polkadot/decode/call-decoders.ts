import type { Fact } from '../../request-facts.ts'
import {
  type Arg,
  accountOf,
  accountsOf,
  amountOf,
  argument,
  assetContract,
  authority,
  callName,
  knownCall,
  memberAmount,
  nativeAmount,
  optionalAccountOf,
  proxyAuthority,
  type RuntimeCall,
} from './call-arguments.ts'
import {
  authoritiesOrCall,
  type CallDecoder,
  harmless,
  harmlessCalls,
  inPallets,
  locksAmount,
  type PalletDecoders,
  paysUpTo,
} from './call-decoder.ts'
import { governanceDecoders } from './governance-calls.ts'
import { stakingDecoders } from './staking-calls.ts'
import { swapDecoders } from './swap-calls.ts'

export type { CallDecoder } from './call-decoder.ts'

/** Half of the maximum balance: approvals from this amount on count as unlimited. */
const unlimitedFrom = 2n ** 96n

const nativeTransfer: CallDecoder = (call) => [
  {
    is: 'transfer',
    from: undefined,
    to: accountOf(argument(call, 'dest')),
    figure: nativeAmount(amountOf(argument(call, 'value', 'amount'))),
  },
]

const transferAll = (call: RuntimeCall, contract: string | undefined): readonly Fact[] => [
  { is: 'transfer-all', to: accountOf(argument(call, 'dest')), of: { contract } },
]

/** `assets.*`: `foreignAssets` and `poolAssets` have the same argument names. */
const assetTransfer: CallDecoder = (call) => [
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

/** The call is named too: of an account's transfers only the plain one is on the allow list. */
const assetTransferFrom: CallDecoder = (call) => [
  {
    is: 'transfer',
    from: accountOf(argument(call, 'owner', 'source')),
    to: accountOf(argument(call, 'destination', 'dest')),
    figure: {
      value: amountOf(argument(call, 'amount')),
      contract: assetContract(call.section, argument(call, 'id')),
    },
  },
  knownCall(call),
]

const approval = (call: RuntimeCall, value: bigint): readonly Fact[] => [
  {
    is: 'approval',
    spender: accountOf(argument(call, 'delegate')),
    figure: { value, contract: assetContract(call.section, argument(call, 'id')) },
    isUnlimited: value >= unlimitedFrom,
  },
]

const team: CallDecoder = (call, account) =>
  authoritiesOrCall(
    call,
    'owner',
    ['issuer', 'admin', 'freezer'].map((name) => optionalAccountOf(argument(call, name))),
    account,
  )

const assetCalls: PalletDecoders = {
  transfer: assetTransfer,
  transferKeepAlive: assetTransfer,
  transferAll: (call) => transferAll(call, assetContract(call.section, argument(call, 'id'))),
  forceTransfer: assetTransferFrom,
  transferApproved: assetTransferFrom,
  approveTransfer: (call) => approval(call, amountOf(argument(call, 'amount'))),
  cancelApproval: (call) => approval(call, 0n),
  setTeam: team,
  transferOwnership: (call, account) =>
    authoritiesOrCall(call, 'owner', [accountOf(argument(call, 'owner', 'newOwner'))], account),
  create: (call, account) => authoritiesOrCall(call, 'owner', [accountOf(argument(call, 'admin'))], account),
  // A deposit, and its refund. With `allowBurn` the balance is destroyed.
  ...harmlessCalls('touch touchOther refundOther'),
  refund: (call, account) => {
    if (argument(call, 'allowBurn').toJSON() !== false) throw new TypeError('It can destroy a balance')
    return harmless(call, account)
  },
}

const collectionOf = (call: RuntimeCall): string =>
  assetContract(call.section, argument(call, 'collection', 'class', 'offeredCollection'))

const itemOf = (call: RuntimeCall): Arg => argument(call, 'item', 'instance')

/** The authority to take one item, with the item's ids. */
const itemAuthority = (call: RuntimeCall, to: string | undefined): readonly Fact[] => [
  authority(call, 'operator', to),
  knownCall(call),
]

/** `uniques` and `nfts`, which have the same calls. */
const collectibleCalls: PalletDecoders = {
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
  approveTransfer: (call) => itemAuthority(call, accountOf(argument(call, 'delegate'))),
  approveItemAttributes: (call) => itemAuthority(call, accountOf(argument(call, 'delegate'))),
  setTeam: team,
  transferOwnership: (call, account) =>
    authoritiesOrCall(call, 'owner', [accountOf(argument(call, 'newOwner', 'owner'))], account),
  create: (call, account) => authoritiesOrCall(call, 'owner', [accountOf(argument(call, 'admin'))], account),
  // Any account, or the one buyer it names, can buy the item for the price, which may be zero.
  setPrice: (call) =>
    argument(call, 'price').toJSON() === null
      ? [knownCall(call)]
      : itemAuthority(call, optionalAccountOf(argument(call, 'whitelistedBuyer'))),
  createSwap: (call) => itemAuthority(call, undefined),
  buyItem: (call) => paysUpTo(call, 'bidPrice', `${collectionOf(call)}/${itemOf(call).toString()}`),
  // Each revokes an authority, except the last one, which lets the account receive a collection.
  ...harmlessCalls(
    'cancelApproval clearAllTransferApprovals cancelItemAttributesApproval cancelSwap setAcceptOwnership',
  ),
}

/** ORML's `currencies` and `tokens`. */
const currencyTransfer: CallDecoder = (call) => [
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

const currencyCalls: PalletDecoders = {
  transfer: currencyTransfer,
  transferKeepAlive: currencyTransfer,
  transferAll: (call) => transferAll(call, assetContract(call.section, argument(call, 'currencyId'))),
  transferNativeCurrency: (call, account) => [...nativeTransfer(call, account), knownCall(call)],
}

const contractCalls: PalletDecoders = {
  call: (call) => {
    const data = argument(call, 'data', 'input').toHex()
    const value = amountOf(argument(call, 'value'))
    return [
      {
        is: 'unknown-call',
        to: argument(call, 'dest', 'target').toString(),
        selector: `${callName(call)} ${data.slice(0, 10)}`,
        figure: value === 0n ? undefined : nativeAmount(value),
        mayTake: true,
      },
    ]
  },
}

const vestedTransfer: CallDecoder = (call) => [
  {
    is: 'transfer',
    from: undefined,
    to: accountOf(argument(call, 'target', 'dest')),
    figure: nativeAmount(memberAmount(argument(call, 'schedule'), 'locked')),
  },
  knownCall(call),
]

const friends: CallDecoder = (call) =>
  accountsOf(argument(call, 'friends')).map((friend) => authority(call, 'recovery', friend))

/** Decoders by pallet and call name. A call that is not listed, or that its decoder cannot decode, is unknown. */
export const callDecoders: ReadonlyMap<string, CallDecoder> = new Map([
  ...inPallets(['balances'], {
    transfer: nativeTransfer,
    transferAllowDeath: nativeTransfer,
    transferKeepAlive: nativeTransfer,
    transferAll: (call) => transferAll(call, undefined),
    forceTransfer: (call) => [
      {
        is: 'transfer',
        from: accountOf(argument(call, 'source')),
        to: accountOf(argument(call, 'dest')),
        figure: nativeAmount(amountOf(argument(call, 'value'))),
      },
      knownCall(call),
    ],
    burn: (call) => [
      { is: 'burn', from: undefined, figure: nativeAmount(amountOf(argument(call, 'value'))) },
      knownCall(call),
    ],
    upgradeAccounts: harmless,
  }),
  ...inPallets(['assets', 'foreignAssets', 'poolAssets'], assetCalls),
  ...inPallets(['uniques', 'nfts'], collectibleCalls),
  ...inPallets(['currencies', 'tokens'], currencyCalls),
  ...inPallets(['proxy'], {
    addProxy: (call) => {
      const type = proxyAuthority(argument(call, 'proxyType').toString())
      return [authority(call, type, accountOf(argument(call, 'delegate'))), knownCall(call)]
    },
    // `createPure` creates an account that belongs to the signer alone. The others revoke an authority or return part of a
    // deposit.
    ...harmlessCalls(
      'createPure anonymous removeProxy removeProxies removeAnnouncement rejectAnnouncement pokeDeposit',
    ),
    // For a pure proxy, it removes all access to the account and its assets.
    killPure: (call) => [authority(call, 'control', undefined), knownCall(call)],
    // After its delay, any account can execute it.
    announce: (call) => [
      authority(call, 'account', accountOf(argument(call, 'real'))),
      { is: 'blind', why: 'hash', bytes: argument(call, 'callHash').toHex() },
    ],
  }),
  ...stakingDecoders,
  ...governanceDecoders,
  ...swapDecoders,
  ...inPallets(['identity'], {
    // Text about an account, and a deposit that stays reserved for it.
    ...harmlessCalls(
      'setIdentity clearIdentity setSubs addSub renameSub removeSub quitSub cancelRequest acceptUsername setPrimaryUsername removeExpiredApproval',
    ),
    requestJudgement: (call) =>
      paysUpTo(call, 'maxFee', `registrar ${argument(call, 'regIndex').toString()}`),
  }),
  ...inPallets(['crowdloan'], {
    contribute: locksAmount('value'),
    ...harmlessCalls('withdraw refund addMemo'),
  }),
  ...inPallets(['broker'], { purchase: (call) => paysUpTo(call, 'priceLimit', 'broker') }),
  ...inPallets(['crowdloanRewards'], harmlessCalls('claim')),
  // The account's Ethereum address, and the currency of its fees.
  ...inPallets(['revive'], harmlessCalls('mapAccount unmapAccount')),
  ...inPallets(['evmAccounts'], harmlessCalls('bindEvmAddress')),
  ...inPallets(['unifiedAccounts'], harmlessCalls('claimDefaultEvmAddress')),
  ...inPallets(['multiTransactionPayment'], harmlessCalls('setCurrency')),
  // Vested amounts stay with their owner; any account may unlock them.
  ...inPallets(['vesting'], { ...harmlessCalls('vest vestOther mergeSchedules claim'), vestedTransfer }),
  ...inPallets(['recovery'], {
    createRecovery: friends,
    initiateRecovery: (call) => [authority(call, 'recovery', undefined), knownCall(call)],
    vouchRecovery: (call) => [authority(call, 'recovery', accountOf(argument(call, 'rescuer')))],
    setRecovered: (call) => [authority(call, 'recovery', accountOf(argument(call, 'rescuer')))],
    ...harmlessCalls('removeRecovery cancelRecovered'), // Both revoke an authority.
  }),
  ...inPallets(['sudo'], {
    setKey: (call) => [authority(call, 'account', accountOf(argument(call, 'new')))],
  }),
  ...inPallets(['contracts', 'revive', 'evm'], contractCalls),
])
