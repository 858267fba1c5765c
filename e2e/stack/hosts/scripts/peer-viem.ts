/** The peer of `host-sdk/viem`, for the import map of a page without a bundler. */
import { createWalletClient, custom, isAddress } from 'viem'

export { createWalletClient, custom, isAddress }
