import { encodeDerivedAddress, encodeMultiAddress } from '@polkadot/util-crypto/address'
import { decodeMessage } from '../../decode-message.ts'
import type { Fact } from '../../request-facts.ts'
import { withSignerAsPayer } from '../../signer-as-payer.ts'
import {
  accountOf,
  accountsOf,
  amountOf,
  argument,
  assetContract,
  callName,
  innerCalls,
  knownCall,
  type RuntimeCall,
  unknownCall,
} from './call-arguments.ts'
import { callDecoders } from './call-decoders.ts'
import {
  decodeAssetTransfer,
  decodeDeposit,
  decodeDestination,
  decodeXcmTransfer,
  isXcmTransfer,
} from './decode-xcm.ts'

export type { RuntimeCall } from './call-arguments.ts'

/** Maximum depth of nested calls that are decoded. */
const maxDepth = 4

const genericPrefix = 42

/** Decodes the inner calls of a call. */
type DecodeInner = (account: string) => readonly Fact[]

type WrapperDecoder = (call: RuntimeCall, account: string, decodeInner: DecodeInner) => readonly Fact[]

/** Sets `account` as the payer, for calls that run as another account. */
const paidBy = (account: string, facts: readonly Fact[]): readonly Fact[] =>
  facts.map((fact) => {
    if (fact.is === 'batch') return { ...fact, facts: paidBy(account, fact.facts) }
    if (fact.is === 'swap') return { payer: account, ...fact }
    const isOwn = (fact.is === 'transfer' || fact.is === 'collectible') && fact.from === undefined
    return isOwn ? { ...fact, from: account } : fact
  })

/** The effects of the inner calls as another account. */
const runAs = (account: string, decodeInner: DecodeInner): Fact => ({
  is: 'batch',
  by: account,
  facts: paidBy(account, decodeInner(account)),
})

/** Calls that remove proxies from the account they run as: a pure account without proxies is locked forever. */
const lockout: ReadonlySet<string> = new Set(['proxy.removeProxy', 'proxy.removeProxies'])

/** Adds an authority fact for a lockout to each of those calls. */
const withLockouts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.flatMap((fact): readonly Fact[] => {
    if (fact.is === 'batch' && fact.by === undefined) return [{ ...fact, facts: withLockouts(fact.facts) }]
    const isLockout = fact.is === 'known-call' && lockout.has(fact.name)
    return isLockout ? [{ is: 'authority', name: fact.name, right: 'control', to: undefined }, fact] : [fact]
  })

const proxyCall: WrapperDecoder = (call, _account, decodeInner) => [
  knownCall(call, ['delegate', 'real', 'forceProxyType']),
  runAs(accountOf(argument(call, 'real')), (account) => withLockouts(decodeInner(account))),
]

/** An account of 32 bytes. @throws TypeError for a 20-byte account, from which other accounts are derived differently. */
function requireLongAccount(account: string): string {
  if (account.startsWith('0x')) throw new TypeError('The account has 20 bytes')
  return account
}

/** The multisig account of the signer and the other signatories. */
const multisigAccount = (call: RuntimeCall, account: string, threshold: number): string =>
  encodeMultiAddress(
    [requireLongAccount(account), ...accountsOf(argument(call, 'otherSignatories'))],
    threshold,
    genericPrefix,
  )

/** The approval for the multisig account, and its other signatories. */
const multisig = (call: RuntimeCall, to: string): readonly Fact[] => [
  { is: 'authority', name: callName(call), right: 'multisig', to },
  knownCall(call, ['threshold', 'otherSignatories']),
]

const batch: WrapperDecoder = (_call, account, decodeInner) => [{ is: 'batch', facts: decodeInner(account) }]

/** The text of a remark. The call is named too: a remark is a transaction, which the allow list does not contain. */
const remark: WrapperDecoder = (call) => [
  decodeMessage(argument(call, 'remark').toU8a(true)),
  { is: 'known-call', name: callName(call), lines: [] },
]

const xcmFacts = (call: RuntimeCall): readonly Fact[] => {
  const facts = decodeXcmTransfer(call.args.map((arg) => arg.toJSON()))
  return facts.length === 1 ? facts : [{ is: 'batch', facts }]
}

/** A transfer to another chain whose recipient is in the instructions for that chain. */
const typedTransfer: WrapperDecoder = (call) => {
  const [dest, assets] = ['dest', 'assets'].map((name) => argument(call, name).toJSON())
  const receiver = decodeDeposit(argument(call, 'customXcmOnDest').toJSON())
  return [...decodeXcmTransfer([dest, receiver, assets]), knownCall(call, ['assetsTransferType'])]
}

/** Calls that contain other calls, or that depend on the account. */
const wrappers: ReadonlyMap<string, WrapperDecoder> = new Map<string, WrapperDecoder>([
  ['utility.batch', batch],
  ['utility.batchAll', batch],
  ['utility.forceBatch', batch],
  // The second call is executed if the first fails.
  ['utility.ifElse', batch],
  [
    'utility.asDerivative',
    (call, account, decodeInner) => {
      const index = amountOf(argument(call, 'index'))
      const derived = encodeDerivedAddress(requireLongAccount(account), index, genericPrefix)
      return [knownCall(call, ['index']), runAs(derived, decodeInner)]
    },
  ],
  ['proxy.proxy', proxyCall],
  ['proxy.proxyAnnounced', proxyCall],
  [
    'multisig.asMulti',
    (call, account, decodeInner) => {
      const to = multisigAccount(call, account, Number(amountOf(argument(call, 'threshold'))))
      return [...multisig(call, to), runAs(to, decodeInner)]
    },
  ],
  [
    'multisig.asMultiThreshold1',
    (call, account, decodeInner) => {
      const to = multisigAccount(call, account, 1)
      return [...multisig(call, to), runAs(to, decodeInner)]
    },
  ],
  [
    'multisig.approveAsMulti',
    (call, account) => [
      ...multisig(call, multisigAccount(call, account, Number(amountOf(argument(call, 'threshold'))))),
      { is: 'blind', why: 'hash', bytes: argument(call, 'callHash').toHex() },
    ],
  ],
  // Revokes an approval, and returns the deposit.
  ['multisig.cancelAsMulti', (call) => [knownCall(call)]],
  [
    'recovery.asRecovered',
    (call, _account, decodeInner) => [runAs(accountOf(argument(call, 'account')), decodeInner)],
  ],
  ['system.remark', remark],
  ['system.remarkWithEvent', remark],
  [
    'xTokens.transfer',
    (call) => [
      {
        is: 'transfer',
        from: undefined,
        figure: {
          value: amountOf(argument(call, 'amount')),
          contract: assetContract('currencies', argument(call, 'currencyId')),
        },
        ...decodeDestination(argument(call, 'dest').toJSON()),
      },
    ],
  ],
  ['polkadotXcm.transferAssetsUsingTypeAndThen', typedTransfer],
  ['xcmPallet.transferAssetsUsingTypeAndThen', typedTransfer],
  [
    'xTokens.transferMultiasset',
    (call) => decodeAssetTransfer(argument(call, 'asset').toJSON(), argument(call, 'dest').toJSON()),
  ],
  [
    'xTokens.transferMultiassets',
    (call) => decodeAssetTransfer(argument(call, 'assets').toJSON(), argument(call, 'dest').toJSON()),
  ],
])

/** A call that is not in the tables, or that its decoder cannot decode, and its inner calls. */
function unknownFacts(call: RuntimeCall, account: string, decodeInner: DecodeInner): readonly Fact[] {
  // It is unknown when and as which account the inner calls run.
  return [unknownCall(call), ...decodeInner(account)]
}

/** Facts of a runtime call by `account`; a (pallet, call) outside the tables is unknown. Inner calls are decoded too. */
export const decodeRuntimeCall = (call: RuntimeCall, account: string): readonly Fact[] =>
  withSignerAsPayer(decodeOne(call, account, 0), (one) => one === account)

function decodeOne(call: RuntimeCall, account: string, depth: number): readonly Fact[] {
  const name = callName(call)
  const calls = innerCalls(call)
  if (calls.length > 0 && depth >= maxDepth) return [unknownCall(call)]
  const decodeInner: DecodeInner = (by) => calls.flatMap((one) => decodeOne(one, by, depth + 1))
  try {
    const wrapper = wrappers.get(name)
    if (wrapper) return wrapper(call, account, decodeInner)
    const decoder = callDecoders.get(name)
    if (decoder) return decoder(call, account)
    if (isXcmTransfer(name)) return xcmFacts(call)
  } catch {
    // An argument of a kind that the decoder does not support.
  }
  return unknownFacts(call, account, decodeInner)
}
