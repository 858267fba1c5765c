import { toWireError } from '../../../shared/channel/wallets/wallet-error.ts'
import { drawNotice } from '../frame/load-notice.ts'
import { remedyOf } from '../frame/load-remedies.ts'
import { toHexQuantities } from '../wallets/hex-quantities.ts'

/** Code that the SDK needs only after a failure, in a file of its own that is fetched with the first frame. */
export const failureModule = {
  carriedError: toWireError,
  drawNotice,
  remedyOf,
  withQuantities: toHexQuantities,
}
