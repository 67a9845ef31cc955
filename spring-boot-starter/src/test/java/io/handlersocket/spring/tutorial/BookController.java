// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tutorial;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BookController {

    record NewBook(long id, String isbn, String title) {}

    private final BookRepository books;

    BookController(BookRepository books) {
        this.books = books;
    }

    @GetMapping("/books/{id}")
    ResponseEntity<Book> byId(@PathVariable long id) {
        return ResponseEntity.of(books.findById(id));
    }

    @GetMapping("/books")
    ResponseEntity<BookRepository.Card> byIsbn(@RequestParam String isbn) {
        return ResponseEntity.of(books.findByIsbn(isbn));
    }

    @PostMapping("/books")
    Book add(@RequestBody NewBook book) {
        return books.save(new Book(book.id(), book.isbn(), book.title()));
    }
}
