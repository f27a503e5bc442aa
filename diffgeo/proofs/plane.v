(* --- an example: forms with polynomial coefficients on the plane ---- *)

(* Polynomials over a commutative ring, as lists of coefficients that do not end with zero. *)
Module Polynomials.
Section Ring.
Variables (R : Type) (zero one : R) (add mul sub : R -> R -> R) (opp : R -> R).
Hypothesis theory : ring_theory zero one add mul sub opp (@eq R).
Hypothesis equal_dec : forall a b : R, {a = b} + {a <> b}.
Add Ring coefficients : theory.
Notation "a + b" := (add a b).
Notation "a * b" := (mul a b).
Notation "0" := zero.

Fixpoint plus (l m : list R) : list R :=
  match l, m with [], _ => m | _, [] => l | a :: l, b :: m => (a + b) :: plus l m end.
Definition by_scalar (c : R) (l : list R) : list R := map (fun a => c * a) l.
Fixpoint product (l m : list R) : list R :=
  match l with [] => [] | a :: l => plus (by_scalar a m) (0 :: product l m) end.
(* the derivation with the value u at the variable, and given on the coefficients *)
Fixpoint derived (f : R -> R) (u : R) (l : list R) : list R :=
  match l with [] => [] | a :: l => plus (by_scalar u l) (f a :: derived f u l) end.

Definition same (l m : list R) : Prop := forall n, nth n l 0 = nth n m 0.
Infix "≈" := same (at level 70).

Lemma nth_plus l m n : nth n (plus l m) 0 = nth n l 0 + nth n m 0.
Proof.
  revert m n. induction l as [|a l]; intros [|b m] [|n]; simpl; try ring. apply IHl.
Qed.

Lemma nth_scalar c l n : nth n (by_scalar c l) 0 = c * nth n l 0.
Proof. revert n. induction l as [|a l]; intros [|n]; simpl; try ring. apply IHl. Qed.

Lemma scalar_cons c a l : by_scalar c (a :: l) = (c * a) :: by_scalar c l.
Proof. reflexivity. Qed.

Lemma nth_cons a l n : nth n (a :: l) 0 = match n with O => a | S n => nth n l 0 end.
Proof. destruct n; reflexivity. Qed.

Lemma nth_nil n : nth n (@nil R) 0 = 0.
Proof. destruct n; reflexivity. Qed.

(* equations of coefficients *)
Ltac expand := repeat rewrite ?nth_plus, ?nth_scalar, ?nth_cons, ?nth_nil; cbv beta iota.
Ltac coefficients :=
  expand;
  try match goal with |- context [match ?n with O => _ | S _ => _ end] => is_var n; destruct n end;
  expand; try ring.

Lemma product_right l m k : m ≈ k -> product l m ≈ product l k.
Proof.
  intros H. induction l as [|a l]; intros n; simpl; auto. coefficients; rewrite H; [ring|].
  rewrite IHl. ring.
Qed.

Lemma product_cons l b m : product l (b :: m) ≈ plus (by_scalar b l) (0 :: product l m).
Proof.
  induction l as [|a l]; intros n; cbn [product]; [coefficients|].
  rewrite !scalar_cons. coefficients. rewrite IHl. coefficients.
Qed.

Lemma product_nil l : product l [] ≈ [].
Proof. induction l as [|a l]; intros n; simpl; coefficients. rewrite IHl. apply nth_nil. Qed.

Lemma product_comm l m : product l m ≈ product m l.
Proof.
  induction l as [|a l]; intros n; [symmetry; apply product_nil|].
  rewrite product_cons. cbn [product]. coefficients. rewrite IHl. reflexivity.
Qed.

Lemma product_left l k m : l ≈ k -> product l m ≈ product k m.
Proof. intros H n. rewrite product_comm, (product_right _ _ _ H), product_comm. reflexivity. Qed.

Lemma product_plus l m k : product l (plus m k) ≈ plus (product l m) (product l k).
Proof.
  induction l as [|a l]; intros n; cbn [product]; [coefficients|]. coefficients. rewrite IHl.
  coefficients.
Qed.

Lemma plus_product l m k : product (plus l m) k ≈ plus (product l k) (product m k).
Proof.
  intros n. rewrite product_comm, product_plus, !nth_plus, (product_comm k l), (product_comm k m).
  reflexivity.
Qed.

Lemma scalar_product c l m : product (by_scalar c l) m ≈ by_scalar c (product l m).
Proof.
  induction l as [|a l]; intros n; [reflexivity|]. rewrite scalar_cons. cbn [product].
  coefficients. rewrite IHl. coefficients.
Qed.

Lemma product_scalar c l m : product l (by_scalar c m) ≈ by_scalar c (product l m).
Proof.
  intros n. rewrite product_comm, scalar_product, !nth_scalar, product_comm. reflexivity.
Qed.

Lemma shift_product l m : product (0 :: l) m ≈ 0 :: product l m.
Proof. intros n. simpl. coefficients. Qed.

Lemma product_assoc l m k : product l (product m k) ≈ product (product l m) k.
Proof.
  induction l as [|a l]; intros n; [reflexivity|]. simpl product at 1 3.
  rewrite (plus_product _ _ k n). rewrite !nth_plus, scalar_product, shift_product, !nth_scalar,
    !nth_cons.
  destruct n; [reflexivity|]. rewrite IHl. reflexivity.
Qed.

Lemma product_one l : product [one] l ≈ l.
Proof. intros n. simpl. coefficients. Qed.

Section Derivation.
Variables (f : R -> R) (u : R).
Hypothesis f_add : forall a b, f (a + b) = f a + f b.
Hypothesis f_mul : forall a b, f (a * b) = f a * b + a * f b.

Lemma f_zero : f 0 = 0.
Proof.
  transitivity (f (0 * 0)); [f_equal; ring|]. rewrite f_mul. ring.
Qed.

Lemma derived_zero l : l ≈ [] -> derived f u l ≈ [].
Proof.
  induction l as [|a l]; intros H n; [reflexivity|]. cbn [derived].
  assert (a = 0) as -> by apply (H O).
  assert (l ≈ []) as E by (intros k; rewrite nth_nil; apply (H (S k))).
  expand. rewrite E, nth_nil. destruct n; [rewrite f_zero; ring|]. rewrite (IHl E), nth_nil. ring.
Qed.

Lemma derived_plus l m : derived f u (plus l m) ≈ plus (derived f u l) (derived f u m).
Proof.
  revert m. induction l as [|a l]; intros [|b m] n; cbn [plus derived]; coefficients.
  - rewrite f_add. ring.
  - rewrite IHl. coefficients.
Qed.

Lemma derived_same l m : l ≈ m -> derived f u l ≈ derived f u m.
Proof.
  revert m. induction l as [|a l]; intros m H n.
  - symmetry. apply derived_zero. intros k. symmetry. apply H.
  - destruct m as [|b m]; [rewrite (derived_zero (a :: l)); auto|].
    assert (l ≈ m) as E by (intros k; apply (H (S k))). assert (a = b) as -> by apply (H O).
    cbn [derived]. expand. rewrite E. destruct n; [reflexivity|]. rewrite (IHl m E). reflexivity.
Qed.

Lemma derived_scalar c l :
  derived f u (by_scalar c l) ≈ plus (by_scalar (f c) l) (by_scalar c (derived f u l)).
Proof.
  induction l as [|a l]; intros n; [reflexivity|]. rewrite !scalar_cons. cbn [derived].
  coefficients.
  - rewrite f_mul. ring.
  - rewrite IHl. coefficients.
Qed.

Lemma derived_product l m :
  derived f u (product l m) ≈ plus (product (derived f u l) m) (product l (derived f u m)).
Proof.
  induction l as [|a l]; intros n; [reflexivity|]. cbn [product].
  rewrite derived_plus. cbn [derived]. expand. rewrite derived_scalar, plus_product. expand.
  rewrite scalar_product. cbn [product]. expand. destruct n; rewrite ?f_zero; [ring|].
  rewrite IHl. expand. ring.
Qed.
End Derivation.

Lemma derived_commute f g u v l : (forall a b, f (a + b) = f a + f b) ->
  (forall a b, f (a * b) = f a * b + a * f b) -> (forall a b, g (a + b) = g a + g b) ->
  (forall a b, g (a * b) = g a * b + a * g b) -> (forall a, f (g a) = g (f a)) -> f v = g u ->
  derived f u (derived g v l) ≈ derived g v (derived f u l).
Proof.
  intros fa fm ga gm both uv. induction l as [|a l]; intros n; [reflexivity|]. cbn [derived].
  rewrite (derived_plus f u fa), (derived_plus g v ga). expand.
  rewrite (derived_scalar f u fm), (derived_scalar g v gm). cbn [derived]. expand.
  destruct n; rewrite ?both, uv; [ring|]. rewrite IHl. ring.
Qed.

Lemma product_reduced : (forall a, a * a = 0 -> a = 0) -> forall l, product l l ≈ [] -> l ≈ [].
Proof.
  intros reduced. induction l as [|a l]; intros H n; [reflexivity|].
  assert (a = 0) as ->.
  { apply reduced. generalize (H O). cbn [product]. expand. intros E. transitivity (a * a + 0);
      [ring|exact E]. }
  assert (l ≈ []) as E.
  { apply IHl. intros m. generalize (H (S (S m))). cbn [product]. expand.
    rewrite product_cons. expand. intros E. etransitivity; [|exact E]. ring. }
  expand. destruct n; [reflexivity|]. rewrite E. apply nth_nil.
Qed.

(* one list for each polynomial *)
Fixpoint canonical (l : list R) : bool :=
  match l with
  | [] => true
  | a :: l => match l with [] => if equal_dec a 0 then false else true | _ => canonical l end
  end.

Fixpoint trimmed (l : list R) : list R :=
  match l with
  | [] => []
  | a :: l => match trimmed l with [] => if equal_dec a 0 then [] else [a] | m => a :: m end
  end.

Lemma trimmed_canonical l : canonical (trimmed l) = true.
Proof.
  induction l as [|a l]; simpl; auto. destruct (trimmed l); auto.
  destruct (equal_dec a 0) eqn:E; simpl; rewrite ?E; reflexivity.
Qed.

Lemma trimmed_same l : trimmed l ≈ l.
Proof.
  induction l as [|a l]; intros n; simpl; auto. specialize (IHl (pred n)). expand.
  destruct (trimmed l); [destruct (equal_dec a 0) as [->|]|]; expand;
    destruct n; auto; simpl pred in IHl; rewrite <- IHl, ?nth_nil; destruct n; reflexivity.
Qed.

Lemma canonical_zero l : canonical l = true -> l ≈ [] -> l = [].
Proof.
  induction l as [|a l]; intros C H; auto. exfalso.
  assert (l = []) as ->.
  { apply IHl; [destruct l; auto|]. intros n. rewrite nth_nil. apply (H (S n)). }
  simpl in C. destruct (equal_dec a 0); [discriminate|]. apply n, (H O).
Qed.

Lemma canonical_unique l m : canonical l = true -> canonical m = true -> l ≈ m -> l = m.
Proof.
  revert m. induction l as [|a l]; intros m C D H.
  - symmetry. apply canonical_zero; auto. intros n. symmetry. apply H.
  - destruct m as [|b m]; [apply canonical_zero; auto|]. f_equal; [apply (H O)|].
    apply IHl; [destruct l; auto|destruct m; auto|intros n; apply (H (S n))].
Qed.

Definition polynomial := {l : list R | canonical l = true}.
Definition coefficients_of (p : polynomial) : list R := proj1_sig p.
Definition make (l : list R) : polynomial := exist _ (trimmed l) (trimmed_canonical l).

Lemma make_same l : coefficients_of (make l) ≈ l.
Proof. apply trimmed_same. Qed.

Lemma equal_by p q : coefficients_of p ≈ coefficients_of q -> p = q.
Proof.
  destruct p as [l C], q as [m D]. simpl. intros H.
  assert (l = m) as E by (apply canonical_unique; auto).
  subst m. f_equal. apply Eqdep_dec.UIP_dec, bool_dec.
Qed.

Definition polynomial_dec (p q : polynomial) : {p = q} + {p <> q}.
Proof.
  destruct (list_eq_dec equal_dec (coefficients_of p) (coefficients_of q)) as [E|N].
  - left. apply equal_by. intros n. rewrite E. reflexivity.
  - right. congruence.
Defined.

Definition constant (c : R) : polynomial := make [c].
Definition variable : polynomial := make [0; one].
Definition padd (p q : polynomial) := make (plus (coefficients_of p) (coefficients_of q)).
Definition pmul (p q : polynomial) := make (product (coefficients_of p) (coefficients_of q)).
Definition popp (p : polynomial) := make (by_scalar (opp one) (coefficients_of p)).
Definition psub (p q : polynomial) := padd p (popp q).
Definition pder f u (p : polynomial) := make (derived f u (coefficients_of p)).

Lemma make_product l m n : nth n (product (coefficients_of (make l)) m) 0 = nth n (product l m) 0.
Proof. apply product_left, make_same. Qed.
Lemma product_make l m n : nth n (product m (coefficients_of (make l))) 0 = nth n (product m l) 0.
Proof. apply product_right, make_same. Qed.

Lemma polynomial_theory : ring_theory (constant 0) (constant one) padd pmul psub popp (@eq
  polynomial).
Proof.
  split; intros; apply equal_by; intros n;
    unfold constant, psub, padd, pmul, popp;
    rewrite ?make_same, ?make_product, ?product_make; expand; rewrite ?make_same; expand;
      rewrite ?make_same; expand.
  - destruct n; expand; ring.
  - ring.
  - ring.
  - rewrite (product_one _ n). reflexivity.
  - apply product_comm.
  - apply product_assoc.
  - rewrite plus_product. expand. rewrite ?make_product. reflexivity.
  - reflexivity.
  - destruct n; expand; ring.
Qed.

Lemma constant_add a b : constant (a + b) = padd (constant a) (constant b).
Proof.
  apply equal_by. intros n. unfold constant, padd. rewrite !make_same. expand. rewrite !make_same.
  destruct n; expand; ring.
Qed.

Lemma constant_mul a b : constant (a * b) = pmul (constant a) (constant b).
Proof.
  apply equal_by. intros n. unfold constant, pmul. rewrite !make_same, make_product, product_make.
  cbn [product].
  destruct n; expand; ring.
Qed.

Lemma polynomial_reduced :
  (forall a, a * a = 0 -> a = 0) -> forall p, pmul p p = constant 0 -> p = constant 0.
Proof.
  intros reduced p H. assert ([0] ≈ []) as Z by (intros [|[|n]]; reflexivity).
  apply equal_by. intros n. unfold constant at 1. rewrite make_same, Z. apply product_reduced;
    auto. intros m.
  rewrite <- Z, <- (make_same [0]). fold (constant 0). rewrite <- H. symmetry. apply make_same.
Qed.

Section Derivations.
Variables (f : R -> R) (u : R).
Hypothesis f_add : forall a b, f (a + b) = f a + f b.
Hypothesis f_mul : forall a b, f (a * b) = f a * b + a * f b.

Lemma pder_make l n : nth n (coefficients_of (pder f u (make l))) 0 = nth n (derived f u l) 0.
Proof. unfold pder. rewrite make_same. apply derived_same; auto. apply make_same. Qed.

Lemma pder_add p q : pder f u (padd p q) = padd (pder f u p) (pder f u q).
Proof.
  apply equal_by. intros n. unfold padd. rewrite pder_make, derived_plus by auto.
  rewrite make_same. expand.
  unfold pder. rewrite !make_same. reflexivity.
Qed.

Lemma pder_mul p q : pder f u (pmul p q) = padd (pmul (pder f u p) q) (pmul p (pder f u q)).
Proof.
  apply equal_by. intros n. unfold pmul, padd. rewrite pder_make, derived_product by auto.
  rewrite make_same. expand.
  rewrite !make_same. unfold pder. rewrite make_product, product_make. reflexivity.
Qed.

Lemma pder_constant c : pder f u (constant c) = constant (f c).
Proof.
  apply equal_by. intros n. unfold constant. rewrite pder_make, make_same. cbn [derived].
  destruct n; expand; ring.
Qed.

Lemma pder_variable : pder f u variable = constant u.
Proof.
  apply equal_by. intros n. unfold variable, constant. rewrite pder_make, make_same. cbn [derived].
  assert (f one = 0) as E.
  { assert (f one = f one + f one) as E by (transitivity (f (one * one)); [f_equal;
      ring|rewrite f_mul; ring]).
    transitivity (f one + f one + opp (f one)); [ring|]. rewrite <- E. ring. }
  destruct n as [|[|n]]; expand; rewrite ?f_zero, ?E by auto; ring.
Qed.
End Derivations.

Lemma pder_commute f g u v p : (forall a b, f (a + b) = f a + f b) ->
  (forall a b, f (a * b) = f a * b + a * f b) -> (forall a b, g (a + b) = g a + g b) ->
  (forall a b, g (a * b) = g a * b + a * g b) -> (forall a, f (g a) = g (f a)) -> f v = g u ->
  pder f u (pder g v p) = pder g v (pder f u p).
Proof.
  intros. apply equal_by. intros n. unfold pder at 2 4. rewrite !pder_make by auto.
  apply derived_commute; auto.
Qed.
End Ring.
End Polynomials.

Module Plane.
Section Forms.
Variables (R : Type) (zero one : R) (add mul sub : R -> R -> R) (opp : R -> R).
Hypothesis theory : ring_theory zero one add mul sub opp (@eq R).
Hypothesis ring_reduced : forall a, mul a a = zero -> a = zero.
Add Ring functions : theory.
Notation "a + b" := (add a b).
Notation "a * b" := (mul a b).
Notation "- a" := (opp a).
Notation "0" := zero.

Variables (number : Q -> R) (x y : R) (dx dy : R -> R).
Hypothesis number_equal : forall c e, (c == e)%Q -> number c = number e.
Hypothesis number_add : forall c e, number (c + e) = number c + number e.
Hypothesis number_mul : forall c e, number (c * e) = number c * number e.
Hypothesis number_one : number 1 = one.
Hypothesis dx_add : forall a b, dx (a + b) = dx a + dx b.
Hypothesis dy_add : forall a b, dy (a + b) = dy a + dy b.
Hypothesis dx_mul : forall a b, dx (a * b) = dx a * b + a * dx b.
Hypothesis dy_mul : forall a b, dy (a * b) = dy a * b + a * dy b.
Hypothesis dx_number : forall c, dx (number c) = 0.
Hypothesis dy_number : forall c, dy (number c) = 0.
Hypothesis dx_dy : forall a, dx (dy a) = dy (dx a).
Hypothesis dx_x : dx x = one.
Hypothesis dx_y : dx y = 0.
Hypothesis dy_x : dy x = 0.
Hypothesis dy_y : dy y = one.

Lemma number_zero : number 0 = 0.
Proof.
  assert (number 0 = number 0 + number 0) as E by (rewrite <- number_add; apply number_equal;
    reflexivity).
  transitivity (number 0 + number 0 + - number 0); [ring|]. rewrite <- E. ring.
Qed.

Lemma number_minus : number (-1) = - one.
Proof.
  assert (number (-1) + one = 0) as E.
  { rewrite <- number_one, <- number_add, <- number_zero. apply number_equal. reflexivity. }
  transitivity (number (-1) + one + - one); [ring|]. rewrite E. ring.
Qed.

Lemma dx_opp a : dx (- a) = - dx a.
Proof.
  transitivity (dx (number (-1) * a)); [f_equal; rewrite number_minus; ring|].
  rewrite dx_mul, dx_number, number_minus. ring.
Qed.
Lemma dy_opp a : dy (- a) = - dy a.
Proof.
  transitivity (dy (number (-1) * a)); [f_equal; rewrite number_minus; ring|].
  rewrite dy_mul, dy_number, number_minus. ring.
Qed.
Lemma dx_zero : dx 0 = 0.
Proof. rewrite <- number_zero. rewrite dx_number. symmetry. apply number_zero. Qed.
Lemma dy_zero : dy 0 = 0.
Proof. rewrite <- number_zero. rewrite dy_number. symmetry. apply number_zero. Qed.
Lemma dx_one : dx one = 0.
Proof. rewrite <- number_one. apply dx_number. Qed.
Lemma dy_one : dy one = 0.
Proof. rewrite <- number_one. apply dy_number. Qed.

(* f + g dx + h dy + k dx∧dy *)
Inductive form := Form (f g h k : R).

Lemma form_equal f g h k f' g' h' k' :
  f = f' -> g = g' -> h = h' -> k = k' -> Form f g h k = Form f' g' h' k'.
Proof. congruence. Qed.

Definition plus (v w : form) : form :=
  let (f, g, h, k) := v in let (f', g', h', k') := w in Form (f + f') (g + g') (h + h') (k + k').
Definition times (c : Q) (v : form) : form :=
  let (f, g, h, k) := v in Form (number c * f) (number c * g) (number c * h) (number c * k).
Definition wedge (v w : form) : form :=
  let (f, g, h, k) := v in let (f', g', h', k') := w in
  Form (f * f') (f * g' + g * f') (f * h' + h * f') (f * k' + k * f' + g * h' + - (h * g')).
Definition has (p : Z) (v : form) : Prop :=
  let (f, g, h, k) := v in
  (p = 0%Z \/ f = 0) /\ (p = 1 \/ g = 0) /\ (p = 1 \/ h = 0) /\ (p = 2 \/ k = 0).
Definition parity (v : form) : form := let (f, g, h, k) := v in Form f (- g) (- h) k.
Definition d (v : form) : form :=
  let (f, g, h, k) := v in Form 0 (dx f) (dy f) (dx h + - dy g).
Definition contract (first : bool) (v : form) : form :=
  let (f, g, h, k) := v in if first then Form g 0 k 0 else Form h (- k) 0 0.
Definition coordinate (first : bool) : form := Form (if first then x else y) 0 0 0.

Ltac derivatives :=
  repeat rewrite ?dx_add, ?dy_add, ?dx_mul, ?dy_mul, ?dx_opp, ?dy_opp, ?dx_number, ?dy_number,
    ?dx_zero, ?dy_zero, ?dx_dy, ?dx_x, ?dx_y, ?dy_x, ?dy_y, ?dx_one, ?dy_one, ?number_add,
      ?number_mul.
Ltac forms :=
  repeat match goal with v : form |- _ => destruct v end;
  cbn [plus times wedge parity d contract coordinate];
  try (apply form_equal; derivatives; rewrite ?number_one, ?number_zero, ?number_minus; ring).
Ltac substituted :=
  repeat match goal with
  | H : ?a = zero |- _ => is_var a; subst a
  | H : ?p = _ :> Z |- _ => is_var p; subst p
  end.
Ltac degrees :=
  repeat match goal with
  | v : form |- _ => destruct v
  | H : has _ _ |- _ => cbn [has] in H
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  end; substituted; try discriminate.

Definition algebra : Model.algebra.
Proof.
  apply (Model.Build_algebra form bool (Form 0 0 0 0) (Form one 0 0 0) plus times wedge has parity d
    coordinate contract bool_dec [true; false]); intros; try solve [forms].
  - forms. rewrite !(number_equal _ _ H). reflexivity.
  - cbn. auto.
  - cbn. auto.
  - degrees; cbn; repeat split; auto; right; ring.
  - degrees; cbn; repeat split; auto; right; ring.
  - destruct v as [f g h k], w as [f' g' h' k']. cbn in *.
    destruct H as ([] & [] & [] & []), H0 as ([] & [] & [] & []); substituted; try discriminate;
      repeat split;
      try solve [right; ring | left; lia].
  - destruct w as [f g h k].
    replace (Form f g h k) with (plus (Form f 0 0 0) (plus (Form 0 g h 0) (Form 0 0 0 k))) by forms.
    apply H0; [apply (H 0%Z)|apply H0; [apply (H 1)|apply (H 2)]]; cbn; auto.
  - degrees; cbn; apply form_equal; unfold sg; cbn; rewrite ?number_one, ?number_minus; try ring.
  - degrees; cbn; apply form_equal; unfold sg; cbn; rewrite ?number_one, ?number_minus; try ring.
  - destruct f as [f g h k]. cbn in *. injection H0. intros _ _ _ E.
    degrees; apply form_equal; auto.
  - destruct w as [f g h k]. cbn in *. degrees; derivatives; repeat split; auto; right;
      derivatives; ring.
  - degrees; cbn; apply form_equal; unfold sg; cbn; rewrite ?number_one, ?number_minus;
      derivatives; try ring.
  - cbn. auto.
  - repeat constructor; cbn; intuition discriminate.
  - destruct a; cbn; auto.
  - destruct w as [f g h k]. cbn in H3. destruct H3 as (F & G & H' & K).
    replace (Form f g h k) with (plus (Form f 0 0 0) (plus (plus (wedge (d (coordinate true))
      (Form g 0 0 0))
      (wedge (d (coordinate false)) (Form h 0 0 0)))
      (wedge (d (coordinate true)) (wedge (d (coordinate false)) (Form k 0 0 0))))) by forms.
    assert (functions : forall f, P 0%Z (Form f 0 0 0)) by (intros; apply H0; cbn; auto).
    apply H1; [|apply H1; [apply H1|]].
    + destruct F as [->| ->]; [apply functions|apply H].
    + destruct G as [->| ->]; [apply (H2 0%Z), functions|].
      replace (wedge _ _) with (Form 0 0 0 0) by forms. apply H.
    + destruct H' as [->| ->]; [apply (H2 0%Z), functions|].
      replace (wedge _ _) with (Form 0 0 0 0) by forms. apply H.
    + destruct K as [->| ->]; [apply (H2 1), (H2 0%Z), functions|].
      replace (wedge _ _) with (Form 0 0 0 0) by forms. apply H.
  - destruct a; forms.
  - destruct a; forms.
  - destruct a, w as [f g h k]; cbn in *; degrees; repeat split; auto; right; ring.
  - destruct a; degrees; cbn; apply form_equal; unfold sg; cbn; rewrite ?number_one,
      ?number_minus; try ring.
  - destruct a, b; forms.
Defined.
End Forms.
End Plane.

(* the polynomials in x and y, that is polynomials in y over those in x,
  with rational coefficients *)
From Coq Require Qcanon.
Import Polynomials.
Notation Qc := Qcanon.Qc.
Notation rational := Qcanon.Q2Qc.
Definition in_x := polynomial Qc (rational 0) Qcanon.Qc_eq_dec.
Definition plus_x := padd Qc (rational 0) Qcanon.Qcplus Qcanon.Qc_eq_dec.
Definition times_x := pmul Qc (rational 0) Qcanon.Qcplus Qcanon.Qcmult Qcanon.Qc_eq_dec.
Definition number_x (c : Q) : in_x := constant Qc (rational 0) Qcanon.Qc_eq_dec (rational c).
Definition minus_x := psub Qc (rational 0) (rational 1) Qcanon.Qcplus Qcanon.Qcmult Qcanon.Qcopp
  Qcanon.Qc_eq_dec.
Definition opposite_x := popp Qc (rational 0) (rational 1) Qcanon.Qcmult Qcanon.Qcopp
  Qcanon.Qc_eq_dec.
Definition theory_x :
  ring_theory (number_x 0) (number_x 1) plus_x times_x minus_x opposite_x (@eq in_x) :=
  polynomial_theory Qc _ _ _ _ _ _ Qcanon.Qcrt Qcanon.Qc_eq_dec.
Definition dec_x := polynomial_dec Qc (rational 0) Qcanon.Qc_eq_dec.
Definition by_x : in_x -> in_x :=
  pder Qc (rational 0) Qcanon.Qcplus Qcanon.Qcmult Qcanon.Qc_eq_dec (fun _ => rational 0)
    (rational 1).

Definition in_xy := polynomial in_x (number_x 0) dec_x.
Definition theory_xy := polynomial_theory in_x _ _ _ _ _ _ theory_x dec_x.
Definition constant_xy : in_x -> in_xy := constant in_x (number_x 0) dec_x.
Definition number_xy (c : Q) : in_xy := constant_xy (number_x c).
Definition derivation_xy := pder in_x (number_x 0) plus_x times_x dec_x.

Lemma rational_equal c e : (c == e)%Q -> rational c = rational e.
Proof. intros H. apply Qcanon.Qc_is_canon.
cbn [Qcanon.this Qcanon.Q2Qc Qcanon.Qcplus Qcanon.Qcmult]. rewrite !Qred_correct. exact H. Qed.

Lemma rational_add c e : rational (c + e) = Qcanon.Qcplus (rational c) (rational e).
Proof. apply Qcanon.Qc_is_canon. cbn [Qcanon.this Qcanon.Q2Qc Qcanon.Qcplus Qcanon.Qcmult].
rewrite !Qred_correct. reflexivity. Qed.

Lemma rational_mul c e : rational (c * e) = Qcanon.Qcmult (rational c) (rational e).
Proof. apply Qcanon.Qc_is_canon. cbn [Qcanon.this Qcanon.Q2Qc Qcanon.Qcplus Qcanon.Qcmult].
rewrite !Qred_correct. reflexivity. Qed.

Lemma rational_reduced a : Qcanon.Qcmult a a = rational 0 -> a = rational 0.
Proof. intros H. apply Qcanon.Qcmult_integral in H. destruct H; assumption. Qed.

Add Ring rational_numbers : Qcanon.Qcrt.

Lemma by_x_add p q : by_x (plus_x p q) = plus_x (by_x p) (by_x q).
Proof. apply (pder_add _ _ _ _ _ _ _ Qcanon.Qcrt); intros; ring. Qed.

Lemma by_x_mul p q : by_x (times_x p q) = plus_x (times_x (by_x p) q) (times_x p (by_x q)).
Proof. apply (pder_mul _ _ _ _ _ _ _ Qcanon.Qcrt); intros; ring. Qed.

Add Ring polynomials_in_x : theory_x.

(* forms with polynomial coefficients on the plane: the axioms of the algebra can be satisfied *)
Definition plane : Model.algebra.
Proof.
  apply (Plane.algebra in_xy _ _ _ _ _ _ theory_xy) with (number := number_xy)
    (x := constant_xy (variable Qc _ (rational 1) Qcanon.Qc_eq_dec))
    (y := variable in_x _ (number_x 1) dec_x)
    (dx := derivation_xy by_x (number_x 0)) (dy := derivation_xy (fun _ => number_x 0) (number_x
      1)).
  - apply (polynomial_reduced in_x _ _ _ _ _ _ theory_x dec_x).
    apply (polynomial_reduced Qc _ _ _ _ _ _ Qcanon.Qcrt Qcanon.Qc_eq_dec), rational_reduced.
  - intros c e H. unfold number_xy, number_x. rewrite (rational_equal c e H). reflexivity.
  - intros c e. unfold number_xy, number_x. rewrite rational_add.
    rewrite (constant_add Qc _ _ _ _ _ _ Qcanon.Qcrt).
    apply (constant_add in_x _ _ _ _ _ _ theory_x).
  - intros c e. unfold number_xy, number_x. rewrite rational_mul.
    rewrite (constant_mul Qc _ _ _ _ _ _ Qcanon.Qcrt).
    apply (constant_mul in_x _ _ _ _ _ _ theory_x).
  - reflexivity.
  - apply (pder_add in_x _ _ _ _ _ _ theory_x); auto using by_x_add, by_x_mul.
  - apply (pder_add in_x _ _ _ _ _ _ theory_x); intros; ring.
  - apply (pder_mul in_x _ _ _ _ _ _ theory_x); auto using by_x_add, by_x_mul.
  - apply (pder_mul in_x _ _ _ _ _ _ theory_x); intros; ring.
  - intros c. unfold number_xy, constant_xy, derivation_xy.
    rewrite (pder_constant in_x _ _ _ _ _ _ theory_x) by apply by_x_mul. unfold by_x, number_x.
    rewrite (pder_constant Qc _ _ _ _ _ _ Qcanon.Qcrt) by (intros; ring). reflexivity.
  - intros c. unfold number_xy, constant_xy, derivation_xy.
    rewrite (pder_constant in_x _ _ _ _ _ _ theory_x) by (intros; ring). reflexivity.
  - intros a. apply (pder_commute in_x _ _ _ _ _ _ theory_x); intros; try ring;
      auto using by_x_add, by_x_mul.
    unfold by_x, number_x. rewrite (pder_constant Qc _ _ _ _ _ _ Qcanon.Qcrt) by (intros; ring).
    reflexivity.
  - unfold constant_xy, derivation_xy. rewrite (pder_constant in_x _ _ _ _ _ _ theory_x) by apply
      by_x_mul.
    unfold by_x. rewrite (pder_variable Qc _ _ _ _ _ _ Qcanon.Qcrt) by (intros; ring). reflexivity.
  - apply (pder_variable in_x _ _ _ _ _ _ theory_x), by_x_mul.
  - unfold constant_xy, derivation_xy. rewrite (pder_constant in_x _ _ _ _ _ _ theory_x) by
      (intros; ring).
    reflexivity.
  - apply (pder_variable in_x _ _ _ _ _ _ theory_x). intros. ring.
Defined.

(* which is no trivial one: dx∧dy is not zero, and vector fields do not commute *)
Lemma area_is_not_zero :
  let dx := Model.d plane (Model.coordinate plane true) in
  let dy := Model.d plane (Model.coordinate plane false) in
  Model.wedge plane dx dy <> Model.zero plane.
Proof.
  intros dx dy H.
  apply (f_equal (fun w : Plane.form in_xy => let (_, _, _, k) := w in proj1_sig k)) in H.
  vm_compute in H. discriminate H.
Qed.

Lemma fields_do_not_commute :
  let C := Model.model plane in
  let X := fun a : index C => if a then one C else zero C in
  let Y := fun a : index C => if a then coordinate C true else zero C in
  fn_bracket C 0 0 X Y true <> zero C.
Proof.
  intros C X Y H.
  apply (f_equal (fun w : Plane.form in_xy => let (f, _, _, _) := w in proj1_sig f)) in H.
  vm_compute in H. discriminate H.
Qed.

Print Assumptions fields_do_not_commute.
