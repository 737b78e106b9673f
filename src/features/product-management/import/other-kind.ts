/** Why a file that is no text can't be read, by how it begins; null if it may be a text. */
export function otherKindOf(head: Buffer): string | null {
  const mark = head.subarray(0, 4).toString('hex');
  // An Excel file is a ZIP file with these names in it; one of before 2007 has a mark of its own.
  const isZip = mark === '504b0304';
  const isExcel =
    mark === 'd0cf11e0' || (isZip && /\[Content_Types\]|xl\//.test(head.toString('latin1')));
  if (isExcel) return 'This is an Excel file. Please save it as “CSV UTF-8”.';
  if (isZip) return 'This is an Excel file or a compressed file. Please save it as “CSV UTF-8”.';
  if (mark.startsWith('1f8b')) return 'This is a compressed file. Please unpack it first.';
  return null;
}
