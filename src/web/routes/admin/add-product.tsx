import { useState } from 'react';
import { data, Form, useNavigation } from 'react-router';
import { newProduct } from '#features/catalog/catalog.schema.ts';
import { IMAGE_TOOK_FORM } from '#features/images/images.schema.ts';
import { givenProductId } from '#features/product-management/product-management.schema.ts';
import { addProduct } from '#features/product-management/product-management.ts';
import { amountHint } from '#shared/amount-hint.ts';
import {
  CATEGORY_NEEDED,
  DETAILS_NEEDED,
  GENDER_NEEDED,
  NAME_NEEDED,
  PRICE_NEEDED,
  WHOLE_UNITS,
} from '#shared/field-messages.ts';
import { newId } from '#shared/ids.ts';
import { toDecimalText } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { LONGEST_DETAILS, productLimits } from '#shared/product-limits.ts';
import { shop } from '#shop-config';
import { AmountField } from '../../components/amount-field.tsx';
import { ImageUpload } from '../../components/image/image-upload.tsx';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { parseFields, RESET_FORM, submitForm, withPlainAmounts } from '../../posted-form.ts';
import { takePostedImage } from '../../posted-image.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type FieldOf, useCheckedForm } from '../../ui/use-checked-form.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import type { Route } from './+types/add-product.ts';

const words = () => ({
  name: { missing: NAME_NEEDED },
  price: { missing: PRICE_NEEDED, invalid: amountHint('A price') },
  category: { missing: CATEGORY_NEEDED },
  gender: { missing: GENDER_NEEDED },
  descriptions: { missing: DETAILS_NEEDED },
  img: {},
  inventory: { invalid: WHOLE_UNITS },
});

export const meta = () => privatePage('Add New Product', 'Putting a product on sale.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { categories } = await orErrorPage(visit.siteContent());
  const inMenu = categories.filter((category) => category.inMenu).map(({ name }) => name);
  const tooLarge = url.searchParams.get('image') === 'too_large';
  // The id makes repeated posts of this page one product.
  return { inMenu, tooLarge, newId: newId('prd') };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = withPlainAmounts(await readForm(context), 'price');
  const unfit = await takePostedImage(visit, posted, 'img');
  const { value: product, refused } = await submitForm(
    posted,
    // A product from this form has one variant.
    newProduct.omit({ variants: true }),
    (fields) => {
      const id = parseFields(givenProductId, posted.get('productId'));
      return addProduct(visit.ctx, visit.actor, fields, id);
    },
    { refusedFields: { img: unfit } },
  );
  if (refused) return data({ result: refused.result, added: null }, refused.init);
  return data({ result: RESET_FORM, added: product.id });
}

export default function AddProduct({ loaderData, actionData }: Route.ComponentProps) {
  const [uploading, setUploading] = useState(false);
  const busy = useNavigation().formAction === '/addProduct';
  const { form, field, formErrors } = useCheckedForm({
    id: 'add-product',
    fields: words(),
    lastResult: actionData?.result,
  });
  // A second press after a lost response has the id of the first.
  const [id, setId] = useState(loaderData.newId);
  if (id === actionData?.added && id !== loaderData.newId) setId(loaderData.newId);
  const blocker = useUnsavedGuard(form.ref);
  // A request that fails on its way comes without words of this page.
  const failed = formErrors.length > 0 ? ['Failed to add product.', ...formErrors] : [];
  return (
    <FormPage title="Add New Product">
      <LeaveDialog blocker={blocker} />
      <Form
        method="post"
        action="/addProduct"
        encType="multipart/form-data"
        {...form}
        className="space-y-5"
      >
        {actionData?.added ? (
          <Notice tone="success" role="alert">
            Product added successfully!
          </Notice>
        ) : null}
        <input type="hidden" name="productId" value={id} />
        <FormErrors errors={loaderData.tooLarge && !actionData ? [IMAGE_TOOK_FORM] : failed} />
        <ProductFields field={field} categories={loaderData.inMenu} onUploading={setUploading} />
        <Button look="accent" pending={busy} disabled={uploading} className="w-full">
          Add Product
        </Button>
      </Form>
    </FormPage>
  );
}

const details = { required: true, maxLength: LONGEST_DETAILS };

function ProductFields({
  field,
  categories,
  onUploading,
}: {
  field: FieldOf<keyof ReturnType<typeof words>>;
  categories: string[];
  onUploading: (uploading: boolean) => void;
}) {
  return (
    <>
      <TextField
        field={field('name')}
        label="Name"
        required
        maxLength={productLimits.name}
        autoComplete="off"
      />
      <AmountField
        field={field('price')}
        label="Price"
        hint={`In ${moneyFormat.currency}, such as ${toDecimalText(2_990)}.`}
      />
      <SelectField
        field={field('category')}
        label="Category"
        required
        options={categories}
        placeholder="Please choose"
      />
      <TextField
        field={field('gender')}
        label="Gender"
        required
        maxLength={productLimits.gender}
        autoComplete="off"
        list="genders"
        hint="Who it is made for."
      />
      <datalist id="genders">
        {['Women', 'Men', 'Unisex', 'Kids'].map((gender) => (
          <option key={gender} value={gender} />
        ))}
      </datalist>
      <TextAreaField {...details} field={field('descriptions')} label="Details" />
      <ImageUpload field={field('img')} label="Image (optional)" onUploading={onUploading} />
      <TextField
        field={field('inventory')}
        label="Units in stock (optional)"
        pattern="\d{1,7}"
        inputMode="numeric"
        autoComplete="off"
        hint={`${shop.startingInventory} if you leave it empty.`}
      />
    </>
  );
}
