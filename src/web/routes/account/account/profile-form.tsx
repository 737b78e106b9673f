import { useState } from 'react';
import { Form } from 'react-router';
import { LONGEST_PERSON_NAME } from '#shared/field-lengths.ts';
import { accountWords } from '../../../components/account/account-fields.ts';
import { ImageUpload } from '../../../components/image/image-upload.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { type FormResult, useCheckedForm } from '../../../ui/use-checked-form.ts';

export function ProfileForm({
  name,
  image,
  result,
}: {
  name: string;
  image: string | null;
  result: FormResult;
}) {
  const [uploading, setUploading] = useState(false);
  const { form, field, formErrors } = useCheckedForm({
    id: 'profile',
    fields: { name: accountWords.name, image: accountWords.image },
    lastResult: result,
    values: { name },
  });
  return (
    <Form
      method="post"
      action="/account"
      encType="multipart/form-data"
      {...form}
      className="space-y-5"
    >
      <FormErrors errors={formErrors} />
      <TextField
        field={field('name')}
        label="Name"
        required
        maxLength={LONGEST_PERSON_NAME}
        autoComplete="name"
      />
      <ImageUpload
        field={field('image')}
        label={image ? 'Another profile image' : 'Profile image'}
        round
        current={image}
        onUploading={setUploading}
      />
      {image ? (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="removeImage" value="yes" className="size-5 accent-accent" />
          Show no image
        </label>
      ) : null}
      <Button name="part" value="profile" disabled={uploading}>
        Save profile
      </Button>
    </Form>
  );
}
