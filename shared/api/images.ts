import { getEndpoint, imageResponse, noQuery } from './endpoint.ts'

/** Icon of a wallet by its `image_id`. */
export const getWalletImage = getEndpoint('/getWalletImage/:id', noQuery, imageResponse)

/** Icon of a network or connector. */
export const getAssetImage = getEndpoint('/public/getAssetImage/:id', noQuery, imageResponse)

/** Icon of a fiat currency by its ISO 4217 code. */
export const getCurrencyImage = getEndpoint('/public/getCurrencyImage/:id', noQuery, imageResponse)

/** Icon of a token by its symbol. */
export const getTokenImage = getEndpoint('/public/getTokenImage/:id', noQuery, imageResponse)
