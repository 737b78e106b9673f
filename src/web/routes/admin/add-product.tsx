import { getFormProps } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, Form, useNavigation } from 'react-router';
import { newProduct } from '#features/catalog/catalog.schema.ts';
import { addProduct } from '#features/catalog/catalog.ts';
import { shop } from '#shop-config';
import { AccountFormPage } from '../../components/account-form-page.tsx';
import { pageTitle } from '../../components/page-title.ts';
import { orRefusal, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/add-product.ts';

// A product made by this form has one variant.
const schema = newProduct.omit({ variants: true });

export const meta = () => pageTitle('Add New Product');

export function loader({ url, context }: Route.LoaderArgs) {
  requireAdminPage(visitOf(context), url);
  return null;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const submission = parseWithZod(await request.formData(), { schema });
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), added: false }, { status: 422 });
  }
  const { refusal } = await orRefusal(addProduct(visit.ctx, visit.actor, submission.value));
  if (refusal) {
    const formErrors = ['Failed to add product.', refusal.message];
    return data(
      { result: submission.reply({ formErrors }), added: false },
      {
        status: refusal.status,
      },
    );
  }
  return data({ result: submission.reply({ resetForm: true }), added: true });
}

export default function AddProduct({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction === '/addProduct';
  const [form, fields] = useCheckedForm(schema, {
    id: 'add-product',
    lastResult: actionData?.result,
  });
  return (
    <AccountFormPage title="Add New Product">
      <Form method="post" action="/addProduct" {...getFormProps(form)} className="space-y-5">
        {actionData?.added ? (
          <Notice tone="success" role="alert">
            Product added successfully!
          </Notice>
        ) : null}
        <FormErrors form={form} />
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <TextField
          field={fields.price}
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          hint="In dollars, such as 29.90."
        />
        <SelectField
          field={fields.category}
          label="Category"
          options={shop.categories.map(({ name }) => name)}
          placeholder="Please choose"
        />
        <TextField
          field={fields.gender}
          label="Gender"
          autoComplete="off"
          list="genders"
          hint="Who it is made for."
        />
        <datalist id="genders">
          {['Women', 'Men', 'Unisex', 'Kids'].map((gender) => (
            <option key={gender} value={gender} />
          ))}
        </datalist>
        <TextAreaField field={fields.descriptions} label="Details" />
        <TextField
          field={fields.img}
          label="Image address (optional)"
          inputMode="url"
          autoComplete="off"
          hint={`At ${shop.imageHosts.join(', ')}, or a path of this shop.`}
        />
        <TextField
          field={fields.inventory}
          label="Units in stock (optional)"
          inputMode="numeric"
          autoComplete="off"
          hint={`${shop.startingInventory} if you leave it empty.`}
        />
        <Button look="accent" pending={busy} className="w-full">
          Add Product
        </Button>
      </Form>
    </AccountFormPage>
  );
}
