import { createHash } from 'node:crypto'
import {
  address,
  type EncodedAccount,
  getAddressEncoder,
  getProgramDerivedAddress,
  lamports,
} from '@solana/kit'
import { svmAccount } from './accounts.ts'
import { systemProgram } from './addresses.ts'

// https://docs.sns.id, and https://github.com/solana-program/name-service

const nameProgram = address('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX')
/** The account of `.sol`, the parent of domains. */
const solDomain = address('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx')

/** Domains under `.sol` with their owners, by label. */
const domains = [{ label: 'boris', owner: svmAccount('boris').address }]

const rentExemptBalance = (bytes: number): bigint => BigInt(128 + bytes) * 6_960n
const encodeAddress = (key: Parameters<ReturnType<typeof getAddressEncoder>['encode']>[0]) =>
  Uint8Array.from(getAddressEncoder().encode(key))

/** Name accounts of the local domains. Their data: parent, owner and class, each a key. The name program does not run. */
export const createNameAccounts = (): Promise<readonly EncodedAccount[]> =>
  Promise.all(
    domains.map(async ({ label, owner }): Promise<EncodedAccount> => {
      const hash = createHash('sha256').update(`SPL Name Service${label}`).digest()
      // No class is a key of zeros, which is the address of the system program.
      const seeds = [hash, encodeAddress(systemProgram), encodeAddress(solDomain)]
      const [account] = await getProgramDerivedAddress({ programAddress: nameProgram, seeds })
      const data = Buffer.concat([solDomain, owner, systemProgram].map(encodeAddress))
      return {
        address: account,
        data: Uint8Array.from(data),
        executable: false,
        lamports: lamports(rentExemptBalance(data.length)),
        programAddress: nameProgram,
        space: BigInt(data.length),
      }
    }),
  )
