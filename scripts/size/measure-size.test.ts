import { describe, expect, it } from 'vitest'
import { firstFiles, type Manifest, manifestSchema } from './built-widget.ts'
import { isOverBudget, measureWidget } from './measure-size.ts'

const manifest: Manifest = manifestSchema.parse({
  '_main.js': {
    file: 'assets/main.js',
    css: ['main.css'],
    imports: ['_lib.js'],
    dynamicImports: [
      'src/features/a/views/a-view.tsx',
      'src/chains/eip155/adapter.ts',
      'src/i18n/ar.ts',
      'src/lib/camera/read-pixels.ts',
    ],
  },
  '_lib.js': { file: 'lib.js', dynamicImports: ['src/features/b/views/b-view.tsx'] },
  '_field.js': { file: 'field.js', css: ['field.css'], imports: ['_lib.js'] },
  'src/features/a/views/a-view.tsx': { file: 'a.js', imports: ['_field.js', '_main.js'] },
  'src/features/b/views/b-view.tsx': { file: 'b.js', imports: ['_field.js'] },
  'src/chains/eip155/adapter.ts': { file: 'eip155.js', imports: ['_viem.js'] },
  '_viem.js': { file: 'viem.js', imports: ['_lib.js'] },
  'src/i18n/ar.ts': { file: 'ar.js' },
  'src/lib/camera/read-pixels.ts': { file: 'jsQR.js' },
})
const document = `<link rel="icon" href="data:,"><script type="module" crossorigin src="/assets/main.js"></script>`
const bytes: Readonly<Record<string, number>> = {
  'index.html': 1,
  'assets/main.js': 10,
  'main.css': 100,
  'lib.js': 1_000,
  'field.js': 7,
  'field.css': 3,
  'a.js': 20,
  'b.js': 40,
  'eip155.js': 300,
  'viem.js': 500,
  'ar.js': 9,
  'jsQR.js': 30,
}
const modules = {
  'a.js': ['widget-app/src/features/a/views/a-view.tsx'],
  'b.js': ['widget-app/src/features/b/views/b-view.tsx'],
  'field.js': ['widget-app/src/features/b/field.tsx', 'widget-app/src/ui/forms/field.tsx'],
}
const budgets = {
  sdk: 1,
  firstView: 1_111,
  chains: { eip155: 799 },
  view: 45,
  confirmWindow: 60,
  vault: 50,
  codeReader: 29,
}

describe('sizes', () => {
  const first = firstFiles(manifest, document)
  const weights = measureWidget(manifest, modules, first, budgets, (file) => bytes[file] ?? Number.NaN)
  const weightOf = (name: string) => weights.find((weight) => weight.name === name)

  it('first view › document, code, static imports and styles', () => {
    expect(weightOf('first view')).toEqual({ name: 'first view', bytes: 1_111, limit: 1_111 })
  })

  it('lazy view › files with code of its feature, and their styles', () => {
    expect(weightOf('a-view')).toEqual({ name: 'a-view', bytes: 20, limit: 45 })
    expect(weightOf('b-view')?.bytes).toBe(50)
  })

  it('chain › all files in addition to the entry', () => {
    expect(weightOf('eip155')).toEqual({ name: 'eip155', bytes: 800, limit: 799 })
  })

  it('without a budget › listed and never over budget', () => {
    expect(weightOf('i18n/ar.ts')).toEqual({ name: 'i18n/ar.ts', bytes: 9, limit: null })
    expect(weights.filter(isOverBudget).map(({ name }) => name)).toEqual([
      'eip155',
      'b-view',
      'lib/camera/read-pixels.ts',
    ])
  })

  it('document without scripts › not a build', () => {
    expect(() => firstFiles(manifest, '<p>hello</p>')).toThrow('loads no script')
  })
})
