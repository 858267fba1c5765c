import { carriedError } from '../../../shared/channel/wallets/wallet-error.ts'
import { drawNotice } from '../frame/load-notice.ts'
import { remedyOf } from '../frame/load-remedies.ts'
import { toHexQuantities } from '../wallets/hex-quantities.ts'

/** What the SDK needs once something fails: a file of its own, fetched beside the first frame. */
export const failureModule = { carriedError, drawNotice, remedyOf, withQuantities: toHexQuantities }
