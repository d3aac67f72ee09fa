//! Attribute macros for the data of games: fields with default values are left out of documents.

use proc_macro::TokenStream;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Error, Field, Fields, Ident, Meta, MetaList, Token, parse_macro_input, parse_quote};

/// Leaves fields out when they have their default value (`document::is_zero` of the core), and lets readers omit them.
/// Put it before the derives. On a struct: `#[sparse]` for all fields, `#[sparse(hits, did)]` for some,
/// `#[sparse(all_but(id))]` for all others. On an enum: `#[sparse(Fired(target), Ended(winner))]`.
#[proc_macro_attribute]
pub fn sparse(named: TokenStream, item: TokenStream) -> TokenStream {
    let named = parse_macro_input!(named with Punctuated::<Meta, Token![,]>::parse_terminated);
    let mut item = parse_macro_input!(item as DeriveInput);
    let all = [parse_quote!(all_but())];
    let named: Vec<&Meta> = if named.is_empty() { all.iter().collect() } else { named.iter().collect() };
    match named.into_iter().try_for_each(|one| mark(&mut item.data, one)) {
        Ok(()) => item.into_token_stream().into(),
        Err(wrong) => wrong.into_compile_error().into(),
    }
}

/// Marks a field of a struct, all fields but some, or fields of a variant.
fn mark(data: &mut Data, named: &Meta) -> Result<(), Error> {
    match (data, named) {
        (Data::Struct(data), Meta::Path(field)) => find(&mut data.fields, field.require_ident()?).map(leave_out)?,
        (Data::Struct(data), Meta::List(list)) if list.path.is_ident("all_but") => {
            let kept = names(list)?;
            kept.iter().try_for_each(|name| find(&mut data.fields, name).map(drop))?;
            let others =
                data.fields.iter_mut().filter(|field| field.ident.as_ref().is_none_or(|name| !kept.contains(name)));
            others.for_each(leave_out);
        }
        (Data::Enum(data), Meta::List(list)) => {
            let name = list.path.require_ident()?;
            let found = data.variants.iter_mut().find(|variant| variant.ident == *name);
            let fields = &mut found.ok_or_else(|| Error::new_spanned(name, "there is no such variant"))?.fields;
            names(list)?.iter().try_for_each(|name| find(fields, name).map(leave_out))?;
        }
        _ => return Err(Error::new_spanned(named, "name fields of a struct, or `Variant(field)` of an enum")),
    }
    Ok(())
}

fn names(list: &MetaList) -> Result<Vec<Ident>, Error> {
    Ok(list.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?.into_iter().collect())
}

fn find<'f>(fields: &'f mut Fields, name: &Ident) -> Result<&'f mut Field, Error> {
    let found = fields.iter_mut().find(|field| field.ident.as_ref() == Some(name));
    found.ok_or_else(|| Error::new_spanned(name, "there is no such field"))
}

fn leave_out(field: &mut Field) {
    field.attrs.push(parse_quote!(#[serde(default, skip_serializing_if = "adjutant_core::document::is_zero")]));
}
