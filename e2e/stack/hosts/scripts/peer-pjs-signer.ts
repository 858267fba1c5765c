/** The peer of `host-sdk/polkadot`, for the import map of a page without a bundler. */
import { getPolkadotSignerFromPjs } from '@polkadot-api/pjs-signer'

export { getPolkadotSignerFromPjs }
