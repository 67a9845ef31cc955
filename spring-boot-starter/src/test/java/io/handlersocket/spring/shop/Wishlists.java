// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import io.handlersocket.spring.FastLookup;
import org.springframework.data.jpa.repository.JpaRepository;

@FastLookup
interface Wishlists extends JpaRepository<Wishlist, Long> {}
