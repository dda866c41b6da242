import { Button, Input, Popover, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { type Editor, Node, type NodeConfig, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type FocusEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { IconLink } from '../look/icons.ts'
import css from './rich-text-control.module.css'

const createNode = (name: string, tag: string, content: string, more: Partial<NodeConfig> = {}) =>
  Node.create({ name, content, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0], ...more })

/** The editor retains every format the server retains, although only paragraphs, headings, lists, marks and links have buttons. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // A trailing node would modify text the user has not edited.
    trailingNode: false,
    link: {
      openOnClick: false,
      isAllowedUri: (address) => linkAddress(address) === address,
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
    },
  }),
  createNode('table', 'table', '(tableHead | tableBody)+', { group: 'block', isolating: true }),
  createNode('tableHead', 'thead', 'tableRow+'),
  createNode('tableBody', 'tbody', 'tableRow+'),
  createNode('tableRow', 'tr', '(tableCell | tableHeader)+'),
  createNode('tableCell', 'td', 'block+', { isolating: true }),
  createNode('tableHeader', 'th', 'block+', { isolating: true }),
  Node.create({
    name: 'picture',
    group: 'inline',
    inline: true,
    addAttributes: () => ({ src: {} }),
    parseHTML: () => [{ tag: 'img[src^="/api/files/"]' }],
    renderHTML: ({ HTMLAttributes }) => ['img', { src: HTMLAttributes.src, alt: '' }],
  }),
]

/** Normalizes a typed link: `example.com` becomes a URL, `jane@example.com` a mailto link. Returns undefined for anything else. */
function linkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (/^(https?:\/\/[^\s/]|mailto:[^\s])\S*$/i.test(text)) return text
  if (/^[^\s@:/]+@[^\s@:/.]+(\.[^\s@:/.]+)+$/.test(text)) return `mailto:${text}`
  return /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text) ? `https://${text}` : undefined
}

/** Plain text from before rich text existed has line breaks instead of paragraphs. */
const editorContent = (value: string | null) => (value?.includes('<') ? value : (value ?? '').replaceAll('\n', '<br>'))

function editorHtml(editor: Editor): string | null {
  const html = editor.getHTML()
  return editor.getText().trim() || html.includes('<img') ? html : null
}

export interface RichTextProps {
  common: {
    label?: ReactNode
    'aria-label'?: string
    description?: ReactNode
    error?: ReactNode
    required?: boolean
    readOnly?: boolean
    onBlur?: () => void
  }
  value: string | null
  onChange: (value: string | null) => void
  isEntered: boolean
}

export function RichTextControl({ common, value, onChange, isEntered }: RichTextProps) {
  const { label, description, error, required, readOnly = false, onBlur } = common
  const id = useId()
  const [isLinking, setLinking] = useState(false)
  const shown = useRef(value)
  // Captured on mount: the editor takes focus a moment later, when the placeholder has already lost it.
  const [begins] = useState(isEntered && !readOnly)

  const editorProps = useMemo(() => {
    const name: Record<string, string> = common['aria-label'] ? { 'aria-label': common['aria-label'] } : { 'aria-labelledby': id }
    const about = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
    const told: Record<string, string> = {
      ...name,
      ...(about && { 'aria-describedby': about }),
      ...(error ? { 'aria-invalid': 'true' } : {}),
      ...(required ? { 'aria-required': 'true' } : {}),
    }
    return {
      attributes: readOnly ? { ...name, role: 'group' } : { ...told, role: 'textbox', 'aria-multiline': 'true' },
      handleKeyDown(_: unknown, event: KeyboardEvent) {
        if (readOnly || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return false
        event.preventDefault()
        setLinking(true)
        return true
      },
    }
  }, [common['aria-label'], id, description, error, required, readOnly])

  const editor = useEditor({
    extensions,
    editorProps,
    content: editorContent(value),
    editable: !readOnly,
    autofocus: begins && 'end',
    onUpdate({ editor: changed }) {
      shown.current = editorHtml(changed)
      onChange(shown.current)
    },
  })

  useEffect(() => {
    editor.setEditable(!readOnly, false)
  }, [editor, readOnly])

  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    editor.chain().setMeta('addToHistory', false).setContent(editorContent(value), { emitUpdate: false }).run()
  }, [editor, value])

  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!isLinking && !event.currentTarget.contains(event.relatedTarget)) onBlur?.()
  }
  return (
    <Input.Wrapper
      label={label}
      required={required}
      description={description}
      error={error}
      labelElement="div"
      labelProps={{ id, onClick: () => editor.commands.focus() }}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
    >
      <RichTextEditor
        editor={editor}
        variant="subtle"
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        classNames={css}
        data-error={Boolean(error) || undefined}
        data-readonly={readOnly || undefined}
        onBlur={leave}
      >
        {!readOnly && (
          <RichTextEditor.Toolbar role="group" aria-label="Formatting">
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Bold />
              <RichTextEditor.Italic />
              <RichTextEditor.Underline />
              <RichTextEditor.Strikethrough />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H3 />
              <RichTextEditor.H4 />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <LinkControl editor={editor} isOpen={isLinking} setOpen={setLinking} />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}

interface LinkControlProps {
  editor: Editor
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

function LinkControl({ editor, isOpen, setOpen }: LinkControlProps) {
  const current: string | undefined = useEditorState({ editor, selector: (state) => state.editor.getAttributes('link').href })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <RichTextEditor.Control active={Boolean(current)} aria-label="Link" title="Link (Ctrl+K)" onClick={() => setOpen(!isOpen)}>
          <IconLink size={16} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown aria-label="Link">
        <LinkForm editor={editor} current={current} close={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function LinkForm({ editor, current = '', close }: { editor: Editor; current?: string; close: () => void }) {
  const [typed, setTyped] = useState(current)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  // Focuses immediately, so keystrokes after Ctrl+K do not go into the text.
  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  function set() {
    const href = linkAddress(typed)
    if (!href) return setProblem('This is not a web or e-mail address.')
    close()
    const at = editor.chain().focus().extendMarkRange('link')
    if (current || !editor.state.selection.empty) at.setLink({ href }).run()
    else at.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
  }
  function remove() {
    close()
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
  }

  return (
    <div className={css.linkForm}>
      <TextInput
        ref={input}
        label="Address"
        placeholder="https://"
        data-autofocus
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <div className={css.linkButtons}>
        {current && (
          <Button variant="subtle" color="red" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button onClick={set}>Set link</Button>
      </div>
    </div>
  )
}
