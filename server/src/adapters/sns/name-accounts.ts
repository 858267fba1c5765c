import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { base58Decode, base58Encode } from '@polkadot/util-crypto/base58'

/** The SPL Name Service on Solana mainnet (https://docs.sns.id). */
const nameProgram = base58Decode('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX')
/** The account of `.sol`, the parent of domains. */
const solDomain = base58Decode('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx')
/** Class of the accounts that store the text of a domain. */
const reverseClass = base58Decode('33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z')
/** Class of the second version of records. */
const recordClass = base58Decode('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')
/** Stores the favourite domain of a wallet. */
const offersProgram = base58Decode('85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29')

const emptyKey = new Uint8Array(32)
const highestBump = 255

const sha256 = (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** True if an account can have a key; a program-derived address cannot. */
export function isOnCurve(account: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(account)
    return true
  } catch {
    return false
  }
}

/** The address that a program derives from seeds, with the highest bump that is not a key. */
function deriveAddress(program: Uint8Array, seeds: readonly Uint8Array[]): Uint8Array {
  for (let bump = highestBump; bump >= 0; bump -= 1) {
    const address = sha256(...seeds, Uint8Array.of(bump), program, 'ProgramDerivedAddress')
    if (!isOnCurve(address)) return address
  }
  throw new Error('No address can be derived')
}

const nameAccount = (text: string, nameClass: Uint8Array, parent: Uint8Array): Uint8Array =>
  deriveAddress(nameProgram, [sha256('SPL Name Service', text), nameClass, parent])

/** Name accounts of a domain, in base58. */
export type DomainAccounts = {
  readonly domain: string
  /** Records by which the owner redirects to another account; of both versions. */
  readonly solRecords: readonly [string, string]
}

/** The accounts of `label.sol`. */
export function domainAccounts(label: string): DomainAccounts {
  const domain = nameAccount(label, emptyKey, solDomain)
  const records = [nameAccount('\u0001SOL', emptyKey, domain), nameAccount('\u0002SOL', recordClass, domain)]
  const [first, second] = records.map((account) => base58Encode(account))
  return { domain: base58Encode(domain), solRecords: [first ?? '', second ?? ''] }
}

/** The account that stores the text of a domain, by its name account (base58). */
export const reverseAccount = (domain: string): string =>
  base58Encode(nameAccount(domain, reverseClass, emptyKey))

/** The account that stores the favourite domain of an owner. */
export const favouriteAccount = (owner: Uint8Array): string =>
  base58Encode(deriveAddress(offersProgram, [Buffer.from('favourite_domain'), owner]))
