// Files for the page: dropped on it, as a person would.

/** Drops a file once the page takes files; content: text or bytes. */
export function dropText(page, name, content) {
  const bytes = [...(typeof content === "string" ? Buffer.from(content, "utf8") : content)];
  return page.evaluate(async ([n, b]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(b)], n));
    /** Whether somebody took it: the browser would leave the page otherwise. */
    const fire = (type) => !document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    for (let i = 0; i < 1000 && !fire("dragover"); i++) await new Promise((r) => setTimeout(r, 20));
    fire("dragenter");
    if (!fire("drop")) throw new Error("the page does not take the file");
  }, [name, bytes]);
}
