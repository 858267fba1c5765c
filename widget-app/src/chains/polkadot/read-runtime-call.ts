import type { ApiPromise } from '@polkadot/api'
import { readMessage } from '../read-message.ts'
import type { Fact, Figure } from '../request-facts.ts'
import { normalAddress } from './address.ts'
import { isXcmTransfer, readXcmTransfer } from './read-xcm.ts'

/** A call as the metadata of its runtime decodes it. */
export type RuntimeCall = ReturnType<ApiPromise['tx']>['method']
type Arg = RuntimeCall['args'][number]

const maxDepth = 4

/** Half of the largest balance there is: an approval from here on has no end. */
const unlimitedFrom = 2n ** 96n

/** Which asset of a pallet of many: `assets/1984`; the native currency has no such name. */
const assetContract = (pallet: string, id: string): string => `${pallet}/${id}`

const native = (value: bigint): Figure => ({ value, contract: undefined })
const amount = (arg: Arg | undefined): bigint => BigInt(arg?.toString() ?? '0')
const address = (arg: Arg | undefined): string => {
  const text = arg?.toString() ?? ''
  return normalAddress(text) ?? text
}

const named = (call: RuntimeCall): string => `${call.section}.${call.method}`

const isCall = (arg: unknown): arg is RuntimeCall =>
  typeof arg === 'object' && arg !== null && 'section' in arg && 'method' in arg && 'args' in arg

/** The calls inside a call, alone or in lists. */
const innerCalls = (call: RuntimeCall): readonly RuntimeCall[] =>
  call.args.flatMap((arg) => (Array.isArray(arg) ? Array.from<unknown>(arg) : [arg]).filter(isCall))

type Reader = (call: RuntimeCall) => Fact

const [transfer, authority]: readonly [Reader, Reader] = [
  ({ args: [to, value] }) => ({
    is: 'transfer',
    from: undefined,
    to: address(to),
    figure: native(amount(value)),
  }),
  (call) => ({ is: 'authority', name: named(call), right: 'account', to: address(call.args[0]) }),
]

const assetTransfer: Reader = ({ section, args: [id, to, value] }) => ({
  is: 'transfer',
  from: undefined,
  to: address(to),
  figure: { value: amount(value), contract: assetContract(section, id?.toString() ?? '') },
})

/** What is known by name, of the pallets most chains have. */
const readers: Readonly<Record<string, Reader>> = {
  'balances.transfer': transfer,
  'balances.transferAllowDeath': transfer,
  'balances.transferKeepAlive': transfer,
  'balances.transferAll': ({ args: [to] }) => ({ is: 'transfer-all', to: address(to) }),
  'assets.transfer': assetTransfer,
  'assets.transferKeepAlive': assetTransfer,
  'assets.approveTransfer': ({ section, args: [id, delegate, value] }) => ({
    is: 'approval',
    spender: address(delegate),
    figure: { value: amount(value), contract: assetContract(section, id?.toString() ?? '') },
    isUnlimited: amount(value) >= unlimitedFrom,
  }),
  'proxy.addProxy': authority,
  'proxy.createPure': authority,
  'recovery.createRecovery': authority,
  'recovery.initiateRecovery': authority,
  'assets.transferOwnership': (call) => ({
    is: 'authority',
    name: named(call),
    right: 'account',
    to: address(call.args[1]),
  }),
  'uniques.setTeam': (call) => ({
    is: 'authority',
    name: named(call),
    right: 'account',
    to: address(call.args[1]),
  }),
  'nfts.approveTransfer': (call) => ({
    is: 'authority',
    name: named(call),
    right: 'account',
    to: address(call.args[2]),
  }),
}

/** Calls that do what the calls inside of them do, as the account that signs. */
const openers: ReadonlySet<string> = new Set(['utility.batch', 'utility.batchAll', 'utility.forceBatch'])

/** Calls that carry a text and move nothing. */
const remarks: ReadonlySet<string> = new Set(['system.remark', 'system.remarkWithEvent'])

const unknown = (call: RuntimeCall): Fact => ({
  is: 'unknown-call',
  to: call.section,
  selector: named(call),
  figure: undefined,
  mayTake: true,
})

/** A transfer to another chain; one to a place of an unknown kind is unknown. */
function xcmTransfer(call: RuntimeCall): Fact {
  try {
    const facts = readXcmTransfer(call.args.map((arg) => arg.toJSON()))
    return facts[0] && facts.length === 1 ? facts[0] : { is: 'batch', facts }
  } catch {
    return unknown(call)
  }
}

/** The text of a remark. The call is named beside it: a remark is a transaction, which the allow-list does not have. */
function remark(call: RuntimeCall): readonly Fact[] {
  const text = call.args[0]?.toU8a(true) ?? new Uint8Array()
  return [readMessage(text), { is: 'known-call', name: named(call), lines: [] }]
}

/** What a call of a Substrate runtime does; a (pallet, call) outside the table is unknown. Inner calls are read too. */
export function readRuntimeCall(call: RuntimeCall, depth = 0): readonly Fact[] {
  const name = named(call)
  const known = readers[name]
  if (known) return [known(call)]
  if (isXcmTransfer(name)) return [xcmTransfer(call)]
  if (remarks.has(name)) return remark(call)
  if (depth >= maxDepth) return [unknown(call)]
  const inner = innerCalls(call).flatMap((one) => readRuntimeCall(one, depth + 1))
  if (openers.has(name)) return [{ is: 'batch', facts: inner }]
  // Proxies, multisigs and others run the inner call as another account, later, or not at all.
  return [unknown(call), ...inner]
}
