// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tutorial;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

@FastLookup
public interface BookRepository extends JpaRepository<Book, Long> {

    record Card(long id, String title) {}

    @FastLookup
    Optional<Card> findByIsbn(String isbn);
}
