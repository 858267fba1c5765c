/** The shop: connects, pays, signs and switches through the SDK's public door alone. */
import { createDrawbridge } from '/sdk/bundle.js'
import { openShop } from './shop-page.ts'

openShop(createDrawbridge)
