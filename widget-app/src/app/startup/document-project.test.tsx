import { expect, it } from 'vitest'
import { documentProjectName } from '#shared/config/document-project.ts'
import { documentProject } from './document-project.ts'

const documentWith = (head: string): Document =>
  new DOMParser().parseFromString(
    `<!doctype html><html><head>${head}</head><body></body></html>`,
    'text/html',
  )
const meta = (content: string) => `<meta name="${documentProjectName}" content="${content}" />`

it('document of the server › returns its statement', () => {
  const stated =
    '{&#34;allowedOrigins&#34;:[&#34;*.shop.example&#34;],&#34;walletConnect&#34;:{&#34;projectId&#34;:&#34;abc&#34;}}'
  expect(documentProject(documentWith(meta(stated)))).toEqual({
    allowedOrigins: ['*.shop.example'],
    walletConnect: { projectId: 'abc' },
  })
})

it('document of a static host › empty', () => {
  expect(documentProject(documentWith('<title>Widget</title>'))).toEqual({})
})

it.each(['', '{', '[]', '{}', '{&#34;allowedOrigins&#34;:[7]}', '{&#34;allowedOrigins&#34;:&#34;*&#34;}'])(
  'statement %j › malformed',
  (content) => {
    expect(documentProject(documentWith(meta(content)))).toEqual({ allowedOrigins: 'malformed' })
  },
)
