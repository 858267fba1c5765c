/** The shop: connects, pays, signs and switches networks through the SDK's public API only. */
import { createDrawbridge } from '/sdk/bundle.js'
import { openShop } from './shop-page.ts'

openShop(createDrawbridge)
