import { hexToU8a } from '@polkadot/util'
import { providerCodes } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { AdapterPorts, RequestOptions } from '../contract.ts'
import type { SignedAnswer } from './answer-dapp.ts'
import { differingTerms, modeOf } from './extrinsic-terms.ts'
import { type ChainNode, type Nodes, nodeOf } from './nodes.ts'
import { signedBytes, walletBytes } from './payload-bytes.ts'
import type { AskedMessage, AskedPayload } from './signer-payload.ts'

const mismatch = () => linkError(providerCodes.internal, 'The wallet signed something else', 'mismatch')

/** How long metadata may take here; the review has loaded it before, as a rule. */
const metadataWaitMs = 2_000

/** The curves come with the first signature. */
async function isSigned(bytes: Uint8Array, signature: string, address: string): Promise<boolean> {
  const { isSignatureOf } = await import('./signature-check.ts')
  return isSignatureOf(bytes, signature, address)
}

type Api = Pick<ChainNode, 'api'>

/** The parts of a whole extrinsic; `undefined` for bytes that are no signed extrinsic of this runtime. */
function readExtrinsic({ api }: Api, made: string) {
  try {
    const extrinsic = api.tx(made)
    if (!extrinsic.isSigned || extrinsic.toHex() !== made) return undefined
    return extrinsic
  } catch {
    return undefined
  }
}

/** What a comparison found. */
type Verdict = 'same' | 'other' | 'unknown'

async function comparePayload(node: Api, asked: AskedPayload, answer: SignedAnswer): Promise<Verdict> {
  const { payload } = asked
  const made = answer.signedTransaction
  if (made === undefined || made === null) {
    const bytes = signedBytes(walletBytes(node, asked))
    return (await isSigned(bytes, answer.signature, payload.address)) ? 'same' : 'other'
  }
  const extrinsic = readExtrinsic(node, made)
  if (extrinsic === undefined || differingTerms(extrinsic, payload).length > 0) return 'other'
  const mode = modeOf(extrinsic)
  // Wallets with hardware add the hash of the metadata, which only they know: nothing else of the bytes may differ.
  if (mode === 1 && (payload.mode ?? 0) === 0) return 'unknown'
  if (mode !== (payload.mode ?? 0)) return 'other'
  const bytes = signedBytes(walletBytes(node, asked))
  return (await isSigned(bytes, extrinsic.signature.toHex(), payload.address)) ? 'same' : 'other'
}

export type CheckPorts = { readonly nodes: Nodes; readonly clock: AdapterPorts['clock'] }

async function verdictOf(
  { nodes, clock }: CheckPorts,
  asked: AskedPayload | AskedMessage,
  answer: SignedAnswer,
): Promise<Verdict> {
  if (asked.is === 'message')
    return (await isSigned(hexToU8a(asked.params.data), answer.signature, asked.address)) ? 'same' : 'other'
  const reason = () => new Error('The metadata takes too long')
  const open = (signal: AbortSignal) => nodeOf(nodes, asked.chain, signal)
  const node = await withTimeout(clock, metadataWaitMs, reason, open).catch(() => undefined)
  // Without metadata the bytes that it should be over are unknown; the chain itself refuses a wrong signature.
  if (node === undefined) return 'unknown'
  return comparePayload(node, asked, answer).catch(() => 'unknown' as const)
}

/**
 * Compares what the wallet signed with what was asked for (channel D8): call, signer, era, nonce, tip, fee asset, and the
 * signature over the widget's own bytes. Calls `onChecked` with how that ended.
 * @throws ProviderRpcError −32603, `data.reason` mismatch: nothing of the answer may be used.
 */
export async function checkAnswer(
  ports: CheckPorts,
  asked: AskedPayload | AskedMessage,
  answer: SignedAnswer,
  { onChecked }: Pick<RequestOptions, 'onChecked'> = {},
): Promise<void> {
  const verdict = await verdictOf(ports, asked, answer)
  if (verdict === 'other') throw mismatch()
  onChecked?.({ is: verdict === 'same' ? 'verified' : 'unverified' })
}
