import type { RegisteredName } from '#server/ports/stores/names.ts'
import { defaultNameZone } from '#shared/config/name-zone.ts'
import { devAccount } from '../accounts.ts'
import { svmAccount } from '../chains/solana/accounts.ts'

const avatarSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f3e3d0"/><circle cx="32" cy="25" r="11" fill="#8a4b12"/><path d="M10 64a22 22 0 0 1 44 0z" fill="#8a4b12"/></svg>'

/** Accounts with a registered name at the start; no test signs with them. */
export const namedAccounts = {
  boris: { eip155: devAccount('boris').address, solana: svmAccount('boris').address },
} as const

/** The name that each registry of the local world contains at the start. */
export function createBorisName(registry: string): RegisteredName {
  return {
    registry,
    name: `boris.${defaultNameZone}`,
    accounts: [
      { coinType: 60, address: namedAccounts.boris.eip155 },
      { coinType: 501, address: namedAccounts.boris.solana },
    ],
    avatar: `data:image/svg+xml,${encodeURIComponent(avatarSvg)}`,
    createdAtMs: 0,
  }
}
