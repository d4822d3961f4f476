// Files for the page: dropped on it, as a person would.

/** Drops a file; content: text or bytes. */
export function dropText(page, name, content) {
  const bytes = [...(typeof content === "string" ? Buffer.from(content, "utf8") : content)];
  return page.evaluate(([n, b]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(b)], n));
    const fire = (type) => document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    fire("dragenter");
    fire("dragover");
    fire("drop");
  }, [name, bytes]);
}
