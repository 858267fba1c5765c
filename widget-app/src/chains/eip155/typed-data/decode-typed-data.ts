import { parseChainId } from '#shared/caip/chain-id.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { Fact } from '../../request-facts.ts'
import type { CanonicalTypedData } from '../canonical/canonical-typed-data.ts'
import { permit2, permit2OfZksync } from '../decode/call-facts.ts'
import { isSameHex } from '../hex.ts'
import { authoritiesOf, isPermit2Shape } from './typed-data-authorities.ts'
import { messageFields } from './typed-data-fields.ts'
import { linesOf } from './typed-data-lines.ts'
import { paysOtherAccounts, purposeOf, supposedPurpose } from './typed-data-purpose.ts'

const nameMaxLength = 64
const bytesMaxLength = 400

/** Permit2 has known addresses; another contract with its name or types is an impostor. */
function isPermit2Impostor(typed: CanonicalTypedData): boolean {
  const { domain, primaryType } = typed
  const claims =
    /permit\s*2/i.test(domain.name ?? '') ||
    /^Permit(?:Single|Batch|TransferFrom|Witness)/.test(primaryType) ||
    isPermit2Shape(typed)
  return claims && ![permit2, permit2OfZksync].some((one) => isSameHex(one, domain.verifyingContract))
}

/** Data named as a permit without the members of one, or without a contract that could verify it. */
function isPermitImpostor(
  { primaryType, domain }: CanonicalTypedData,
  authorities: readonly Fact[],
): boolean {
  if (authorities.length > 0) return domain.verifyingContract === undefined
  return /^Permit/.test(primaryType)
}

/** A struct of only bytes is a hash or an encoding of something that is not shown: Safe and other account messages. */
function blindFacts(typed: CanonicalTypedData): readonly Fact[] {
  const { members, value } = messageFields(typed)
  if (members.length === 0 || !members.every(({ type }) => /^bytes(?:32)?$/.test(type))) return []
  return members.map(({ name }) => {
    const bytes = String(value[name])
    return {
      is: 'blind',
      why: bytes.length === 66 ? 'hash' : 'unreadable',
      bytes: bytes.slice(0, bytesMaxLength),
    }
  })
}

/**
 * The facts of EIP-712 data: the authorities in it, and all its values line by line. A verifying contract that is the
 * signer's account is an impostor: it could not verify the signature.
 */
export function decodeTypedData(typed: CanonicalTypedData, account: string): readonly Fact[] {
  const { name, chainId, verifyingContract: contract } = typed.domain
  const authorities = authoritiesOf(typed)
  const purpose = purposeOf(typed)
  const isNamed = authorities.length > 0 || purpose !== undefined
  const blind = isNamed ? [] : blindFacts(typed)
  const data: Fact = {
    is: 'typed-data',
    name: name === undefined ? undefined : sanitizeText(name, nameMaxLength),
    chain: chainId === undefined ? undefined : parseChainId(`eip155:${chainId}`),
    contract,
    primaryType: typed.primaryType,
    lines: linesOf(typed),
    purpose: isNamed || blind.length > 0 ? purpose : supposedPurpose(typed, account),
    isImpostor:
      isSameHex(contract, account) || isPermit2Impostor(typed) || isPermitImpostor(typed, authorities),
    ...(paysOtherAccounts(typed, account) ? { isToOther: true } : {}),
  }
  return [...authorities, ...blind, data]
}
