/** The shop without the SDK, the baseline of every measurement. */
import { openShop } from './shop-page.ts'

openShop(() => {
  throw new Error('This page has no SDK')
})
