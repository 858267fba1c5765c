import { expect, test } from 'vitest'
import { framedSite, provesVisibility } from './framed-site.ts'

const widget = 'https://wallet.example'
const site = 'https://shop.example'

test('in the widget on a page › the page', () => {
  expect(framedSite([widget, site], widget)).toBe(site)
})

test.each<[string, readonly string[] | undefined, string | undefined]>([
  ['browser that states no ancestors', undefined, widget],
  ['document of no server', [widget, site], undefined],
  ['tab of its own', [], widget],
  ['tab of its own, of no server', [], undefined],
  ['widget in a tab of its own', [widget], widget],
  ['framed by the page itself', [site], widget],
  ['framed by another page in the page', [site, site], widget],
  ['widget in a frame of the page', [widget, 'https://ads.example', site], widget],
  ['page without an origin', [widget, 'null'], widget],
])('%s › no site', (_name, ancestors, widgetOrigin) => {
  expect(framedSite(ancestors, widgetOrigin)).toBeUndefined()
})

test('IntersectionObserver v2 › visibility is proved; v1 or none › it is not', () => {
  class Second {
    get isVisible() {
      return true
    }
  }
  class First {}
  expect(provesVisibility({ IntersectionObserverEntry: Second })).toBe(true)
  expect(provesVisibility({ IntersectionObserverEntry: First })).toBe(false)
  expect(provesVisibility({})).toBe(false)
  expect(provesVisibility({ IntersectionObserverEntry: undefined })).toBe(false)
  expect(provesVisibility({ IntersectionObserverEntry: { prototype: { isVisible: true } } })).toBe(false)
})
