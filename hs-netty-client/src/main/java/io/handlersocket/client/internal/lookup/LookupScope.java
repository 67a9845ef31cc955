// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

/**
 * What the requests of one handle share during one opening of its index, so that each request references one object.
 *
 * @param context the client's part, with the handle's timeout
 * @param opened the opening, with the handle's columns
 */
record LookupScope(LookupContext context, OpenedIndex opened) {}
