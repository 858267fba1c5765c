import { accountIdSchema } from '../caip/account-id.ts'
import { nonEmptyText, openObject, strictObject } from '../wire-schema.ts'
import { noQuery, postEndpoint } from './endpoint.ts'

/**
 * Shares the user's e-mail address with the site of the session, for one hosted sign-in: the session that `postAuthenticate` opens
 * with the nonce of `nonceToken` has the address, if `account` signs for that site within 60 s. `email` is the address that the user
 * has seen. 403: not an account of the user's wallet, a session of the vault, or a site that the project does not list; 409: the user
 * has another address, or none.
 */
export const postSharedEmail = postEndpoint(
  '/embedded/v1/shared-emails',
  noQuery,
  () => strictObject({ nonceToken: nonEmptyText(4_096), account: accountIdSchema, email: nonEmptyText(254) }),
  () => openObject({}),
)
