import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type * as Sdk from '/sdk/bundle.js'
import type * as ReactEntry from '/sdk/react.js'
import { ReactShop } from './scripts/react-shop.ts'

const built = (file: string) => new URL(`../../../host-sdk/dist/${file}`, import.meta.url).href

/** The React shop as a server draws it, with the SDK's build: nobody is connected there. */
export async function drawReactShop(widgetUrl: string): Promise<string> {
  const entry: typeof ReactEntry = await import(built('react.js'))
  const { createDrawbridge }: typeof Sdk = await import(built('bundle.js'))
  const bridge = createDrawbridge({ projectId: 'demo', metadata: { name: 'Tidewater Coffee' }, widgetUrl })
  return renderToString(createElement(ReactShop, { entry, first: bridge, second: bridge }))
}
